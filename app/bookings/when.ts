import { formatClock, formatClockSpan, swedish } from '~/shared/time'

/** Formats the time of a booking for pages and messages. */

/** "torsdag 26 november" */
export const spokenDay = swedish({ weekday: 'long', day: 'numeric', month: 'long' })
/** "torsdag 26 november 2026" */
export const spokenDayAndYear = swedish({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
/** "tors 26 nov." */
export const shortSpokenDay = swedish({ weekday: 'short', day: 'numeric', month: 'short' })
/** "09.00" */
export const clockTime = formatClock
/** "09.00–11.00" */
export const clockSpan = formatClockSpan
/** "torsdag 26 november kl. 09.00" */
export const spokenMoment = (moment: Date) => `${spokenDay(moment)} kl. ${clockTime(moment)}`
/** "tors 26 nov. kl. 09.00" */
export const shortSpokenMoment = (moment: Date) => `${shortSpokenDay(moment)} kl. ${clockTime(moment)}`
