import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOre, parseKronor, writtenKronor } from './money'

test.each([
  ['349', 349_00],
  ['349,50', 349_50],
  ['349,5', 349_50],
  ['349.50', 349_50],
  ['349:50', 349_50],
  ['1 995', 1995_00],
  ['1\u00a0995', 1995_00],
  ['1\u202f995,00', 1995_00],
  ['12 345 678', 12_345_678_00],
  ['1995 kr', 1995_00],
  ['1995\u00a0kr', 1995_00],
  ['1995kr', 1995_00],
  ['1995 kronor', 1995_00],
  ['349:-', 349_00],
  ['349,-', 349_00],
  ['  349  ', 349_00],
  ['0,29', 29],
  ['0', 0],
  ['00349', 349_00],
  // Amounts that floating point may get wrong: 1.15 * 100 is 114.99999999999999.
  ['289,99', 289_99],
  ['1,15', 1_15],
])('reads %j as %i öre', (text, ore) => {
  expect(parseKronor(text)).toBe(ore)
})

test.each([
  '',
  ' ',
  'kr',
  'abc',
  '-349',
  '+349',
  '349,505',
  '349,',
  ',50',
  // ReDoS: a regular expression that searches for the ending from each space would take an hour for a megabyte of
  // spaces.
  `1${' '.repeat(300_000)}x`,
  '1.995',
  '1,995',
  '1 99',
  '19 95',
  '1 9 9 5',
  '3e5',
  '0x10',
  'NaN',
  'Infinity',
  '349 $',
  '349\n350',
  '٣٤٩',
  '9'.repeat(40),
])('refuses %j as a price', (text) => {
  expect(parseKronor(text)).toBeNull()
})

test('every written or formatted price is read back as the same amount', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000_00 }), (ore) => {
      expect(parseKronor(writtenKronor(ore))).toBe(ore)
      expect(parseKronor(formatOre(ore))).toBe(ore)
    }),
  )
})

test('a sum is one word: no line ends before its unit or between its thousands', () => {
  for (const ore of [39_00, 39_50, 1_995_00, 1_234_567_00]) expect(formatOre(ore)).not.toMatch(/ /)
})

test('a sum of minus zero, as a VAT of nothing that is given back, reads as zero, and so does the next sum of zero', () => {
  expect([formatOre(-0), formatOre(0)]).toEqual(['0\u00a0kr', '0\u00a0kr'])
})
