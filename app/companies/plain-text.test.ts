import { expect, test } from 'vitest'
import { isNear, plainText } from './plain-text'

test.each([
  ['Älvsjö', 'alvsjo'],
  ['FRISÖR', 'frisor'],
  ['Café Crème', 'cafe creme'],
  ['IT-hjälp', 'it-hjalp'],
])('%s is %s', (written, plain) => {
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
