import { expect, test } from 'vitest'
import { monthName } from './month-name'

test.each([
  ['2026-08', { month: 'augusti', year: '2026' }],
  ['2027-01-01', { month: 'januari', year: '2027' }],
  ['2026-12', { month: 'december', year: '2026' }],
])('names the month of %s', (value, name) => {
  expect(monthName(value)).toEqual(name)
})
