import { expect, test } from 'vitest'
import { isNear, plainText } from './plain-text'

test.each([
  ['Älvsjö', 'alvsjo'],
  ['FRISÖR', 'frisor'],
  ['Café Crème', 'cafe creme'],
  ['IT-hjälp', 'it-hjalp'],
])('the plain text of %s is %s', (written, plain) => {
  expect(plainText(written)).toBe(plain)
})

test.each([
  ['stad', 'stadning', 'a beginning'],
  ['tradgardshjalp', 'tradgard', 'a longer word'],
  ['staadning', 'stadning', 'a letter too many'],
  ['stadnng', 'stadning', 'a letter too few'],
  ['stadnign', 'stadning', 'two letters swapped'],
  ['frisar', 'frisor', 'a wrong letter'],
  ['fisör'.normalize('NFD').replace(/\p{Mn}/gu, ''), 'frisor', 'a letter too few in a short word'],
])('%s is near %s: %s', (typed, word) => {
  expect(isNear(typed, word)).toBe(true)
})

test.each([
  ['s', 'stadning', 'one letter is too short'],
  ['hus', 'hund', 'short words must match exactly'],
  ['massiv', 'frisor', 'another word'],
  ['stang', 'stadning', 'too far away'],
])('%s is not near %s: %s', (typed, word) => {
  expect(isNear(typed, word)).toBe(false)
})

test.each([
  ['st', 'stadning', true, 'two letters are enough as a beginning'],
  ['hackning', 'hack', true, 'four letters match a longer typed word'],
  ['hartvatt', 'har', false, 'three letters do not'],
  ['hack', 'hock', true, 'one wrong letter in four'],
  ['hak', 'hack', false, 'no letter may be missing from three typed'],
  ['frusar', 'frisor', false, 'two wrong letters in six'],
  ['mussige', 'massage', true, 'two wrong letters in seven'],
  ['mussigo', 'massage', false, 'three wrong letters in seven'],
  ['amssgae', 'massage', true, 'two swapped pairs of letters'],
])('typing %s for %s is near: %s (%s)', (typed, word, near) => {
  expect(isNear(typed, word)).toBe(near)
})

/** All words of this length over three letters. */
const wordsOf = (length: number): string[] =>
  length === 0 ? [''] : wordsOf(length - 1).flatMap((word) => [...'abc'].map((letter) => word + letter))

/** Every word at an edit distance of one: inserted, changed, deleted or swapped letters. */
function slipped(word: string): Set<string> {
  const places = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const)
  return new Set(
    places.flatMap(([before, after]) => [
      ...[...'abc'].flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
      before + after.slice(1),
      before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
    ]),
  )
}

test('a four-letter word is near every word at edit distance one or beginning with it, and no other', () => {
  const typed = [...wordsOf(4), ...wordsOf(5)]
  for (const word of wordsOf(4)) {
    const near = slipped(word)
    const found = typed.filter((one) => isNear(one, word))
    expect(found, word).toEqual(typed.filter((one) => near.has(one) || one.startsWith(word)))
  }
})
