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
  ['s', 'stadning', 'one letter says nothing'],
  ['hus', 'hund', 'short words have too many neighbours'],
  ['massiv', 'frisor', 'another word'],
  ['stang', 'stadning', 'too far away'],
])('%s is not near %s: %s', (typed, word) => {
  expect(isNear(typed, word)).toBe(false)
})

test.each([
  ['st', 'stadning', true, 'two letters begin a word'],
  ['hackning', 'hack', true, 'four letters are a word to go on from'],
  ['hartvatt', 'har', false, 'three are not'],
  ['hack', 'hock', true, 'one slip in four letters'],
  ['hak', 'hack', false, 'three letters that are typed have none to lose'],
  ['frusar', 'frisor', false, 'two slips in six letters'],
  ['mussige', 'massage', true, 'two slips in seven'],
  ['mussigo', 'massage', false, 'three slips in seven'],
  ['amssgae', 'massage', true, 'two pairs that are swapped'],
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
