import { describe, expect, test } from 'vitest'
import { hoursAhead, hoursOn } from './shift-hours.server'

describe('the shift hours of a day', () => {
  test.each([
    ['a Monday in winter', '2027-01-11', '2027-01-11T17:00:00Z', '2027-01-11T21:00:00Z'],
    ['a Friday in summer', '2027-07-02', '2027-07-02T16:00:00Z', '2027-07-02T20:00:00Z'],
    ['a Saturday', '2027-07-03', '2027-07-03T12:00:00Z', '2027-07-03T20:00:00Z'],
    ['the Saturday before clocks go forward', '2027-03-27', '2027-03-27T13:00:00Z', '2027-03-27T21:00:00Z'],
    ['the Sunday when clocks go forward', '2027-03-28', '2027-03-28T12:00:00Z', '2027-03-28T20:00:00Z'],
    ['the Monday after clocks go forward', '2027-03-29', '2027-03-29T16:00:00Z', '2027-03-29T20:00:00Z'],
    ['the Saturday before clocks go back', '2027-10-30', '2027-10-30T12:00:00Z', '2027-10-30T20:00:00Z'],
    ['the Sunday when clocks go back', '2027-10-31', '2027-10-31T13:00:00Z', '2027-10-31T21:00:00Z'],
    ['the Monday after clocks go back', '2027-11-01', '2027-11-01T17:00:00Z', '2027-11-01T21:00:00Z'],
    ['a holiday on a weekday', '2027-05-06', '2027-05-06T16:00:00Z', '2027-05-06T20:00:00Z'],
  ])('are in Stockholm time: %s', (_, day, from, to) => {
    const hours = hoursOn(Temporal.PlainDate.from(day))
    expect([hours.startsAt.toISOString(), hours.endsAt.toISOString()]).toEqual([
      from.replace('Z', '.000Z'),
      to.replace('Z', '.000Z'),
    ])
  })
})

test.each([
  ['the first of a month', '2027-03-01T09:00:00Z', 61, '2027-04-30'],
  ['the last day of a month', '2027-01-31T12:00:00Z', 29, '2027-02-28'],
  ['after midnight in Stockholm but not in UTC', '2027-01-31T23:30:00Z', 59, '2027-03-31'],
  ['December', '2027-12-15T12:00:00Z', 48, '2028-01-31'],
])('hoursAhead reaches to the end of next month: %s', (_, now, count, last) => {
  const hours = hoursAhead(new Date(now))
  expect(hours).toHaveLength(count)
  expect(hours.at(-1)?.day).toBe(last)
  expect(new Set(hours.map(({ day }) => day)).size).toBe(count)
})
