import { expect, test } from 'vitest'
import { formatOre } from '~/shared/money'
import { alphabetOf, countParts, wideCharacters, withPlainSpaces } from './sms-parts'

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['å'.repeat(160), 1],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // The euro sign is escaped and takes two places.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // 153 places hold 76 escaped pairs; a pair is not split over two parts.
  ['€'.repeat(152), 2],
  ['€'.repeat(153), 3],
  ['”'.repeat(70), 1],
  ['”'.repeat(71), 2],
  ['”'.repeat(134), 2],
  ['”'.repeat(135), 3],
  // An emoji is a surrogate pair of two places; 67 places hold 33 whole ones.
  ['🌲'.repeat(35), 1],
  ['🌲'.repeat(36), 2],
  ['🌲'.repeat(66), 2],
  ['🌲'.repeat(67), 3],
])('counts the parts of an SMS: %# %s', (text, parts) => {
  expect(countParts(text)).toBe(parts)
})

test('Swedish letters are in the GSM alphabet, and characters outside it are listed', () => {
  expect(alphabetOf('Åsa, ärendet är på väg! Éva & Müller: 100 % "klart" (@ 5 §)')).toBe('gsm7')
  expect(alphabetOf('Klart ✓')).toBe('ucs2')
  expect(wideCharacters('Han sa ”hej” – två gånger €')).toEqual(['”', '–'])
})

test('a sum in an SMS has plain spaces, so that it does not force the wide alphabet', () => {
  expect(alphabetOf(formatOre(1_995_00))).toBe('ucs2')
  expect(withPlainSpaces(`Betala ${formatOre(1_995_00)}.`)).toBe('Betala 1 995 kr.')
})
