import { holidaysOf } from '~/companies/public.server'
import { daysAfter } from '~/shared/time'
import { DAYS_AHEAD, type NoTime } from '../book/availability'
import { dayAt, startOn } from '../book/open-days.server'
import type { Weeks } from './rhythm'

/**
 * The rhythm of a series: the same wall-clock time every so many weeks. A day that is not possible is left out, without
 * shifting the following ones. Pure apart from the time zone (../book/open-days.server.ts).
 */
export type Rhythm = { weeks: Weeks; time: string; onHolidays: boolean }

export type Coming = {
  day: string
  start: number
  /** Why the day is left out; null when it is possible. */
  none: NoTime | 'holiday' | null
  closedBecause: string | null
  /** The name of the public holiday on that day, if any. */
  holiday: string | null
}

export type WhyNot = (day: string, start: number) => Pick<Coming, 'none' | 'closedBecause'>

/** Times are made as far ahead as anybody can book, so that nobody gets there before the series. */
export const lastDayMade = (now: Date) => daysAfter(dayAt(now.getTime()), DAYS_AHEAD)

/** The days of the rhythm from `first` to `last`, both included. */
export function daysOf(first: string, weeks: Weeks, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = daysAfter(day, 7 * weeks)) days.push(day)
  return days
}

/** The days to decide about now, and where the next run begins. Days that have passed are not made up for. */
export function withinReach({ nextDay, weeks, time }: { nextDay: string; weeks: Weeks; time: string }, now: Date) {
  const reached = daysOf(nextDay, weeks, lastDayMade(now))
  return {
    days: reached.filter((day) => startOn(day, time) > now.getTime()),
    nextDay: daysAfter(nextDay, 7 * weeks * reached.length),
  }
}

/** What becomes of one day of the rhythm. 'Closed' takes precedence over 'holiday' as the reason. */
export function comingOn({ time, onHolidays }: Rhythm, day: string, whyNot: WhyNot): Coming {
  const start = startOn(day, time)
  const { none, closedBecause } = whyNot(day, start)
  const holiday = holidaysOf(Number(day.slice(0, 4))).find((one) => one.day === day)?.name ?? null
  return { day, start, none: none ?? (holiday && !onHolidays ? 'holiday' : null), closedBecause, holiday }
}
