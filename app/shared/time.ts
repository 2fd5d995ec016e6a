import { keepLast } from './memory/keep-last'

/** Dates and times as written in Sweden, with a point in the time (docs/decisions/0183). */

/**
 * A format of moments in Swedish, in Stockholm's time zone. Marked as free of side effects, so that a page's script
 * leaves out the formats that it does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export function swedish(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'Europe/Stockholm' })
  const written = keepLast((moment: number) => format.format(moment))
  return (date) => written(date.getTime())
}

/** "20 november 2026" */
export const formatDay = swedish({ day: 'numeric', month: 'long', year: 'numeric' })

const moment = swedish({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
/** "20 nov. 21.14", where no other year can be meant: each place stands in test/shape/habits.test.ts with its reason. */
export const formatMoment = (date: Date) => withPoints(moment(date))

/**
 * "20 nov. 21.14", with the year if it differs from the current one ("20 nov. 2027 21.14"): for every moment that may
 * be months away. Composed without another formatter, which would be in every page's JavaScript.
 */
export function formatMomentSeen(date: Date, now: Date): string {
  const year = yearOf(date)
  return year === yearOf(now) ? formatMoment(date) : formatMoment(date).replace(/ (?=\d\d\.\d\d$)/, ` ${year} `)
}
const yearOf = (date: Date) => dayOf(date).slice(0, 4)

const instant = swedish({ dateStyle: 'long', timeStyle: 'medium' })
/** "20 november 2026 kl. 21.14.05": for times that may have to be proved. */
export const formatInstant = (date: Date) => withPoints(instant(date))
/** "2026-11-20": the date of a moment in Stockholm, as the database stores dates. */
export const dayOf = swedish({ dateStyle: 'short' })
/** "20 november 2026" for "2026-11-20" */
export const formatDate = (isoDate: string) => formatDay(new Date(`${isoDate}T12:00:00Z`))

const clock = swedish({ hour: '2-digit', minute: '2-digit' })
/** "21.14", as in "Mottaget kl. 21.14". */
export const formatClock = (date: Date) => withPoints(clock(date))

const second = swedish({ timeStyle: 'medium' })
/** "21.14.05": for what happens within a minute. */
export const formatSecond = (date: Date) => withPoints(second(date))
/** "18.00–22.00" */
export const formatClockSpan = (from: Date, to: Date) => `${formatClock(from)}–${formatClock(to)}`

/** Replaces the colons of times in fields and the database: "21:14" becomes "21.14". */
export const withPoints = (time: string) => time.replaceAll(':', '.')

const midnightUtc = keepLast((day: string) => Date.parse(`${day}T00:00:00Z`))
const dayFromUtc = keepLast((moment: number) => new Date(moment).toISOString().slice(0, 10))

/** The date a number of days after another (negative: before), "2026-11-30". */
export function daysAfter(day: string, days: number): string {
  return dayFromUtc(midnightUtc(day) + days * 86_400_000)
}

/** Whole days between two days; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (midnightUtc(to) - midnightUtc(from)) / 86_400_000
}

export const earlierDay = (a: string, b: string) => (a < b ? a : b)
export const laterDay = (a: string, b: string) => (a > b ? a : b)
