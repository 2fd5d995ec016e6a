import { describe, expect, test } from 'vitest'
import { firstDay, lastDay, type Month, nextMonths } from '~/shared/month'
import { mondayOf, planStops } from './sponsor-plan.server'

test('a month of whole weeks has two stops a week, on varying days', () => {
  // February 2027 begins on a Monday and has 28 days.
  expect(planStops('2027-02', '2027-01-10')).toEqual([
    { week: '2027-02-01', turn: 1, day: '2027-02-02' },
    { week: '2027-02-01', turn: 2, day: '2027-02-05' },
    { week: '2027-02-08', turn: 1, day: '2027-02-08' },
    { week: '2027-02-08', turn: 2, day: '2027-02-11' },
    { week: '2027-02-15', turn: 1, day: '2027-02-16' },
    { week: '2027-02-15', turn: 2, day: '2027-02-19' },
    { week: '2027-02-22', turn: 1, day: '2027-02-22' },
    { week: '2027-02-22', turn: 2, day: '2027-02-25' },
  ])
})

test.each([
  ['paid with four days left', '2027-02', '2027-02-25', 2],
  ['paid with three days left', '2027-02', '2027-02-26', 1],
  ['paid on the last day', '2027-02', '2027-02-28', 1],
  ['paid after it has passed', '2027-02', '2027-03-01', 0],
] as const)('a month has only the stops that there is time for: %s', (_, month, from, count) => {
  expect(planStops(month, from)).toHaveLength(count)
})

describe('the stops of every month of ten years', () => {
  test.each(nextMonths('2026-01', 120))(
    'are on separate days of the month, at most two a week and one in the last week: %s',
    (month: Month) => {
      const stops = planStops(month, firstDay(month))
      const weeks = Map.groupBy(stops, ({ week }) => week)
      for (const [week, planned] of weeks) {
        expect(planned.length).toBeLessThanOrEqual(2)
        expect(planned.map(({ turn }) => turn)).toEqual(planned.length === 2 ? [1, 2] : [1])
        for (const { day } of planned) expect(mondayOf(Temporal.PlainDate.from(day)).toString()).toBe(week)
      }
      // Every week that overlaps the month has a stop.
      const lastWeek = mondayOf(Temporal.PlainDate.from(lastDay(month))).toString()
      expect([...weeks.keys()].at(-1)).toBe(lastWeek)
      expect(new Set(stops.map(({ day }) => day)).size).toBe(stops.length)
      for (const { day } of stops) {
        expect(day >= firstDay(month) && day <= lastDay(month)).toBe(true)
      }
    },
  )
})
