import { expect, test } from 'vitest'
import { type Fee, feeParts } from './fee-parts'

const fee = (feeOre: number, month: Fee['month'] = '2026-11'): Fee => ({ kind: 'fee', month, feeOre })
const credit = (feeOre: number, month: Fee['month'] = '2026-11'): Fee => ({ kind: 'credit', month, feeOre })

test.each([
  [[], []],
  [[fee(37_45)], [['Avgift för en bokning, november 2026', 37_45]]],
  [[fee(37_45), fee(5)], [['Avgift för 2 bokningar, november 2026', 37_50]]],
  [
    [credit(-1_00, '2026-10'), fee(37_45), credit(-37_45), credit(-5)],
    [
      ['Rättelse av en bokning, oktober 2026', -1_00],
      ['Avgift för en bokning, november 2026', 37_45],
      ['Rättelse av 2 bokningar, november 2026', -37_50],
    ],
  ],
  // A job of a few öre has no fee, and a sum of zero makes no line.
  [[fee(0)], []],
] satisfies [Fee[], [string, number][]][])('fees %j become the charge lines %j', (fees, parts) => {
  expect(feeParts(fees).map(({ text, gross }) => [text, gross])).toEqual(parts)
})
