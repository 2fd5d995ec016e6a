import { dayOf, formatMoment } from '~/shared/time'

const clock = new Intl.DateTimeFormat('sv-SE', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Stockholm' })

/** "22:00" of the same day, "21 nov. 06:00" of another. */
export function formatUntil(until: Date, now: Date): string {
  return dayOf(until) === dayOf(now) ? clock.format(until) : formatMoment(until)
}
