import { holidaysOf } from '~/companies/public.server'
import { DAYS_AHEAD, type NoTime } from '../book/availability'
import { dayAfter, dayAt, startOn } from '../book/open-days.server'
import type { Weeks } from './rhythm'

/**
 * When what repeats comes again: the same time on the wall, so many weeks apart. A day on which it cannot be is left out, and
 * the rhythm goes on as if it had been there. Pure, but for the clock on the wall (../book/open-days.server.ts).
 */
export type Rhythm = { weeks: Weeks; time: string; onHolidays: boolean }

export type Coming = {
  day: string
  start: number
  /** Why it is left out; null when it comes. */
  none: NoTime | 'holiday' | null
  closedBecause: string | null
  /** What the day is called, when Sweden is off. */
  holiday: string | null
}

export type WhyNot = (day: string, start: number) => Pick<Coming, 'none' | 'closedBecause'>

/** How far ahead times are made, as far as anybody can book: nobody comes between. */
export const lastDayMade = (now: Date) => dayAfter(dayAt(now.getTime()), DAYS_AHEAD)

/** The days of the rhythm from one of them on, to a last one. */
export function daysOf(first: string, weeks: Weeks, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day, 7 * weeks)) days.push(day)
  return days
}

/** The days that are to be decided about now, and the one that the next turn begins with. What has been is not made later. */
export function withinReach({ nextDay, weeks, time }: { nextDay: string; weeks: Weeks; time: string }, now: Date) {
  const reached = daysOf(nextDay, weeks, lastDayMade(now))
  return {
    days: reached.filter((day) => startOn(day, time) > now.getTime()),
    nextDay: dayAfter(nextDay, 7 * weeks * reached.length),
  }
}

/** What becomes of the rhythm on a day of it. A company that is closed is closed, whatever day it is. */
export function comingOn({ time, onHolidays }: Rhythm, day: string, whyNot: WhyNot): Coming {
  const start = startOn(day, time)
  const { none, closedBecause } = whyNot(day, start)
  const holiday = holidaysOf(Number(day.slice(0, 4))).find((one) => one.day === day)?.name ?? null
  return { day, start, none: none ?? (holiday && !onHolidays ? 'holiday' : null), closedBecause, holiday }
}
