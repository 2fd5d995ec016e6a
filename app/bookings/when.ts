import { formatClock, formatClockSpan } from '~/shared/time'

/** Formats the time of a booking for pages and messages, in Swedish and in Stockholm's time zone. */
const timeZone = 'Europe/Stockholm'
const day = new Intl.DateTimeFormat('sv-SE', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
const shortDay = new Intl.DateTimeFormat('sv-SE', { weekday: 'short', day: 'numeric', month: 'short', timeZone })
const dayAndYear = new Intl.DateTimeFormat('sv-SE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone,
})

/** "torsdag 26 november" */
export const spokenDay = (moment: Date) => day.format(moment)
/** "torsdag 26 november 2026" */
export const spokenDayAndYear = (moment: Date) => dayAndYear.format(moment)
/** "tors 26 nov." */
export const shortSpokenDay = (moment: Date) => shortDay.format(moment)
/** "09.00" */
export const clockTime = formatClock
/** "09.00–11.00" */
export const clockSpan = formatClockSpan
/** "torsdag 26 november kl. 09.00" */
export const spokenMoment = (moment: Date) => `${spokenDay(moment)} kl. ${clockTime(moment)}`
/** "tors 26 nov. kl. 09.00" */
export const shortSpokenMoment = (moment: Date) => `${shortSpokenDay(moment)} kl. ${clockTime(moment)}`
