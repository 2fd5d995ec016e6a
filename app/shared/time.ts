/** Dates and times as people here write them, the hour with a point (docs/decisions/0183). Formatters are slow to make, so they are made once. */
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
 * "20 nov. 21.14", and "20 nov. 2027 21.14" in another year than the one it is here now: for lists, where a moment may be
 * months away. Without a formatter of its own, which every page would carry.
 */
export function formatMomentSeen(date: Date, now: Date): string {
  const year = yearOf(date)
  return year === yearOf(now) ? formatMoment(date) : formatMoment(date).replace(/ (?=\d\d\.\d\d$)/, ` ${year} `)
}
const yearOf = (date: Date) => dayOf(date).slice(0, 4)

const isoDay = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })

const instant = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'long', timeStyle: 'medium', timeZone })

/** "20 november 2026 kl. 21.14.05": for what somebody may have to prove. */
export const formatInstant = (date: Date) => withPoints(instant.format(date))
/** "2026-11-20": the day it is here at that moment, as the database keeps days. */
export const dayOf = (moment: Date): string => isoDay.format(moment)
/** "20 november 2026" for "2026-11-20" */
export const formatDate = (isoDate: string) => formatDay(new Date(`${isoDate}T12:00:00Z`))

const clock = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone })

/** "21.14", as one says it: "Mottaget kl. 21.14" */
export const formatClock = (date: Date) => withPoints(clock.format(date))
const second = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'medium', timeZone })

/** "21.14.05": where a minute is all there is. */
export const formatSecond = (date: Date) => withPoints(second.format(date))
/** "18.00–22.00" */
export const formatClockSpan = (from: Date, to: Date) => `${formatClock(from)}–${formatClock(to)}`

/** "21.14" for "21:14", as fields and the database have it. */
export const withPoints = (time: string) => time.replaceAll(':', '.')

/** The day so many days after one, "2026-11-30"; before it when they are below zero. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
