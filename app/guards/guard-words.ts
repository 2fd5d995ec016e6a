import { dayOf, formatClock, formatMoment } from '~/shared/time'

/** "22.00" of the same day, "21 nov. 06.00" of another. */
export function formatUntil(until: Date, now: Date): string {
  return dayOf(until) === dayOf(now) ? formatClock(until) : formatMoment(until)
}
