import { expect, test } from 'vitest'
import { lastWeeks, mondayOf, perWeek, weekName } from './week'

test.each([
  ['2026-11-20', '2026-11-16', 'v. 47'],
  ['2026-11-16', '2026-11-16', 'v. 47'],
  ['2026-11-22', '2026-11-16', 'v. 47'],
  // A year with 53 weeks, and the days around New Year.
  ['2026-12-31', '2026-12-28', 'v. 53'],
  ['2027-01-03', '2026-12-28', 'v. 53'],
  ['2027-01-04', '2027-01-04', 'v. 1'],
  ['2025-12-29', '2025-12-29', 'v. 1'],
])('%s belongs to the week that starts %s, %s', (day, monday, name) => {
  expect(mondayOf(day)).toBe(monday)
  expect(weekName(monday)).toBe(name)
})

test('sums days by week and leaves out days outside the range', () => {
  const weeks = lastWeeks('2026-11-20', 3)
  expect(weeks).toEqual(['2026-11-02', '2026-11-09', '2026-11-16'])
  const days = [
    { day: '2026-11-01', count: 100 },
    { day: '2026-11-02', count: 1 },
    { day: '2026-11-08', count: 2 },
    { day: '2026-11-20', count: 4 },
  ]
  expect(perWeek(weeks, days)).toEqual([3, 0, 4])
})
