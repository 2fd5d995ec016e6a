import { firstDay, lastDay, type Month } from '~/shared/month'

/** A sponsor's extra stop: the first or second of a week, on a day of its month. */
export type PlannedStop = { week: string; turn: 1 | 2; day: string }

/** A week with fewer days left than this gets one stop. */
const daysForTwo = 4

/**
 * Plans a sponsor's stops from a day to the end of its month: two a week, or one where fewer than four days of the week
 * are left or in the month. Spread out, and on varying weekdays, so that nobody can predict when the guard comes.
 */
export function planStops(month: Month, from: string): PlannedStop[] {
  const first = Temporal.PlainDate.from(from > firstDay(month) ? from : firstDay(month))
  const last = Temporal.PlainDate.from(lastDay(month))
  const planned: PlannedStop[] = []
  for (let monday = mondayOf(first); Temporal.PlainDate.compare(monday, last) <= 0; monday = monday.add({ days: 7 })) {
    const days = Array.from({ length: 7 }, (_, step) => monday.add({ days: step })).filter(
      (day) => Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, last) <= 0,
    )
    planned.push(...ofWeek(monday, days))
  }
  return planned
}

function ofWeek(monday: Temporal.PlainDate, days: Temporal.PlainDate[]): PlannedStop[] {
  const week = monday.toString()
  const step = (monday.weekOfYear ?? 0) % 2
  const pick = (place: number) => days[Math.min(place, days.length - 1)]?.toString() ?? week
  if (days.length < daysForTwo) return [{ week, turn: 1, day: pick(step) }]
  const half = Math.floor(days.length / 2)
  return [
    { week, turn: 1, day: pick(step) },
    { week, turn: 2, day: pick(half + step) },
  ]
}

export function mondayOf(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 })
}
