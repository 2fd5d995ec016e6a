import { expect, test } from 'vitest'
import { formatDate, formatPeriod } from './calendar-day'

test('a day is written out', () => {
  expect(formatDate('2026-12-01')).toBe('1 december 2026')
})

test.each([
  ['2026-12-24', '2026-12-24', '24 december 2026'],
  ['2026-12-24', '2026-12-26', '24–26 december 2026'],
  ['2026-12-24', '2027-01-06', '24 december – 6 januari 2027'],
])('from %s to %s is %s', (from, to, said) => {
  expect(formatPeriod(from, to)).toBe(said)
})
