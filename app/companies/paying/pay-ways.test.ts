import { expect, test } from 'vitest'
import { type PayWays, payRule, readSwishNumber } from './pay-ways'

const none: PayWays = { swishNumber: null, card: false, invoice: false, cash: false }

test.each([
  [none, 'Du betalar till Lind när jobbet är gjort. Fråga dem hur de tar betalt.'],
  [{ ...none, cash: true }, 'Du betalar till Lind när jobbet är gjort, med kontanter.'],
  [
    { ...none, swishNumber: '1231181189', invoice: true },
    'Du betalar till Lind när jobbet är gjort, med Swish eller faktura.',
  ],
  [
    { swishNumber: '1231181189', card: true, invoice: true, cash: true },
    'Du betalar till Lind när jobbet är gjort, med Swish, kort på plats, faktura eller kontanter.',
  ],
])('the pay rule for %j is "%s"', (ways, said) => {
  expect(payRule('Lind', ways)).toBe(said)
})

test.each([
  ['1231181189', '1231181189'],
  [' 123 118 11 89 ', '1231181189'],
  ['123-118.11.89', '1231181189'],
  ['070 123 45 67', null],
  ['12311811', null],
  ['12311811890', null],
  ['123118118a', null],
  ['', null],
])('the Swish number "%s" is read as %s', (typed, number) => {
  expect(readSwishNumber(typed)).toBe(number)
})
