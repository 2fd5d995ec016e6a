import { dayOf, formatClock, formatMoment } from '~/shared/time'

/** "22.00" on the same day, "21 nov. 06.00" on another. */
export function formatUntil(until: Date, now: Date): string {
  return dayOf(until) === dayOf(now) ? formatClock(until) : formatMoment(until)
}
