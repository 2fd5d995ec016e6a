import { expect, test } from 'vitest'
import { formatDate, formatPeriod } from './calendar-day'

test('a date is formatted as in "1 december 2026"', () => {
  expect(formatDate('2026-12-01')).toBe('1 december 2026')
})

test.each([
  ['2026-12-24', '2026-12-24', '24 december 2026'],
  ['2026-12-24', '2026-12-26', '24–26 december 2026'],
  ['2026-12-24', '2027-01-06', '24 december – 6 januari 2027'],
])('the period from %s to %s is formatted as %s', (from, to, said) => {
  expect(formatPeriod(from, to)).toBe(said)
})
