/**
 * Dates and times as written in Sweden, with a point in the time (docs/decisions/0183). Formatters are created once, as
 * creating them is slow.
 */
const timeZone = 'Europe/Stockholm'

const day = new Intl.DateTimeFormat('sv-SE', { day: 'numeric', month: 'long', year: 'numeric', timeZone })
const moment = new Intl.DateTimeFormat('sv-SE', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone,
})

/** "20 november 2026" */
export const formatDay = (date: Date) => day.format(date)
/** "20 nov. 21.14" */
export const formatMoment = (date: Date) => withPoints(moment.format(date))

/**
 * "20 nov. 21.14", with the year if it differs from the current one ("20 nov. 2027 21.14"): for lists with moments
 * months away. Composed without another formatter, which would be in every page's JavaScript.
 */
export function formatMomentSeen(date: Date, now: Date): string {
  const year = yearOf(date)
  return year === yearOf(now) ? formatMoment(date) : formatMoment(date).replace(/ (?=\d\d\.\d\d$)/, ` ${year} `)
}
const yearOf = (date: Date) => dayOf(date).slice(0, 4)

const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })

const instant = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'long', timeStyle: 'medium', timeZone })

/** "20 november 2026 kl. 21.14.05": for times that may have to be proved. */
export const formatInstant = (date: Date) => withPoints(instant.format(date))
/** "2026-11-20": the date of a moment in Stockholm, as the database stores dates. */
export const dayOf = (moment: Date): string => isoDay.format(moment)
/** "20 november 2026" for "2026-11-20" */
export const formatDate = (isoDate: string) => formatDay(new Date(`${isoDate}T12:00:00Z`))

const clock = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone })

/** "21.14", as in "Mottaget kl. 21.14". */
export const formatClock = (date: Date) => withPoints(clock.format(date))
const second = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone })

/** "21.14.05": for what happens within a minute. */
export const formatSecond = (date: Date) => withPoints(second.format(date))
/** "18.00–22.00" */
export const formatClockSpan = (from: Date, to: Date) => `${formatClock(from)}–${formatClock(to)}`

/** Replaces the colons of times in fields and the database: "21:14" becomes "21.14". */
export const withPoints = (time: string) => time.replaceAll(':', '.')

/** The date a number of days after another (negative: before), "2026-11-30". */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
