import { expect, test } from 'vitest'
import { firstDay, lastDay, monthName, monthOf, monthOfDay, nextMonths, parseMonth } from './month'
import { daysAfter, formatMomentSeen } from './time'

test.each([
  ['2026-11-20T12:00:00Z', '2026-11'],
  // The new month has begun in Stockholm, but not in UTC.
  ['2026-11-30T23:00:00Z', '2026-12'],
  ['2026-12-31T22:59:59Z', '2026-12'],
  ['2026-12-31T23:00:00Z', '2027-01'],
  // Summer time: UTC+2.
  ['2026-06-30T21:59:59Z', '2026-06'],
  ['2026-06-30T22:00:00Z', '2026-07'],
])('at %s it is %s in Stockholm', (moment, month) => {
  expect(monthOf(new Date(moment))).toBe(month)
})

test('the twelve months from November continue into the next year', () => {
  expect(nextMonths('2026-11', 12)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
    '2027-03',
    '2027-04',
    '2027-05',
    '2027-06',
    '2027-07',
    '2027-08',
    '2027-09',
    '2027-10',
  ])
  expect(nextMonths('2026-12', 1)).toEqual(['2026-12'])
})

test.each([
  '0000-01',
  '2026-13',
  '2026-00',
  '2026-1',
  '2026-11-01',
  'november',
  '',
  ' 2026-11',
  '2026-11\n',
  '٢٠٢٦-١١',
])('refuses %j as a month', (text) => {
  expect(parseMonth(text)).toBeNull()
})

test.each([
  ['2026-11', '2026-11-01', '2026-11-30'],
  ['2026-12', '2026-12-01', '2026-12-31'],
  ['2027-02', '2027-02-01', '2027-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
] as const)('%s goes from %s to %s', (month, first, last) => {
  expect(firstDay(month)).toBe(first)
  expect(lastDay(month)).toBe(last)
  expect(monthOfDay(last)).toBe(month)
})

test('names a month in Swedish', () => {
  expect(monthName('2026-11')).toBe('november 2026')
  expect(monthName('2027-01')).toBe('januari 2027')
})

test.each([
  ['2026-11-23', 0, '2026-11-23'],
  ['2026-11-23', 10, '2026-12-03'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2027-03-27', 2, '2027-03-29'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-11-23', -23, '2026-10-31'],
])('%s plus %i days is %s', (day, days, after) => {
  expect(daysAfter(day, days)).toBe(after)
})

test.each([
  ['2027-02-24T13:30:00Z', '2026-11-25T04:00:00Z', '24 feb. 2027 14.30'],
  ['2026-02-24T13:30:00Z', '2026-11-25T04:00:00Z', '24 feb. 14.30'],
  ['2025-12-31T22:59:00Z', '2026-01-01T00:00:00Z', '31 dec. 2025 23.59'],
  // New Year in Stockholm is an hour before UTC, both for the moment shown and for the current time.
  ['2026-12-31T23:05:00Z', '2026-12-31T22:00:00Z', '1 jan. 2027 00.05'],
  ['2026-12-31T23:05:00Z', '2026-12-31T23:30:00Z', '1 jan. 00.05'],
])('formats %s, seen at %s, as "%s"', (moment, now, expected) => {
  expect(formatMomentSeen(new Date(moment), new Date(now))).toBe(expected)
})
