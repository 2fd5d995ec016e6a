import { expect, test } from 'vitest'
import { parseBookPeriod, periodsSince } from './book-period'

test.each([
  ['2026-11', 'november 2026', '2026-11-01', '2026-12-01', 1],
  ['2026-12', 'december 2026', '2026-12-01', '2027-01-01', 1],
  ['2026-K1', 'kvartal 1 2026', '2026-01-01', '2026-04-01', 3],
  ['2026-K4', 'kvartal 4 2026', '2026-10-01', '2027-01-01', 3],
  ['2026', '2026', '2026-01-01', '2027-01-01', 12],
])('period code %s is parsed as %s', (code, name, from, until, count) => {
  expect(parseBookPeriod(code)).toMatchObject({ code, name, from, until, months: { length: count } })
})

test.each(['', '2026-13', '2026-K5', '2026-K0', '26', '0001', '2026-11-01', 'constructor', '2026 '])(
  'period code "%s" is rejected',
  (code) => {
    expect(parseBookPeriod(code)).toBeNull()
  },
)

test('periods run from the month of the first voucher until now, by Stockholm days', () => {
  const { months, quarters, years } = periodsSince(new Date('2025-10-31T23:30:00Z'), new Date('2026-01-31T23:30:00Z'))
  const codes = (periods: { code: string }[]) => periods.map(({ code }) => code)
  expect(codes(months)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(codes(quarters)).toEqual(['2026-K1', '2025-K4'])
  expect(codes(years)).toEqual(['2026', '2025'])
})
