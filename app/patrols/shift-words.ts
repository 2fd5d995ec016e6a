import { dayOf, daysAfter, formatClock, formatClockSpan } from '~/shared/time'
import type { Span } from './shift'

/** Shift days and hours in words. A date column has no time zone, so it is formatted in UTC. */
const named = new Intl.DateTimeFormat('sv-SE', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** "18.00–22.00" */
export function formatHours({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): string {
  return formatClockSpan(startsAt, endsAt)
}

/** "fredag 20 november" */
export const formatShiftDay = (day: string) => named.format(new Date(day))

/** "i kväll", "i morgon", "fredag 20 november". "i dag" for a shift that begins in the afternoon. */
export function nearDay(shift: { day: string; startsAt: Date }, now: Date): string {
  const startsInEvening = Number(formatClock(shift.startsAt).slice(0, 2)) >= 17
  if (shift.day === dayOf(now)) return startsInEvening ? 'i kväll' : 'i dag'
  if (shift.day === daysAfter(dayOf(now), 1)) return 'i morgon'
  return formatShiftDay(shift.day)
}

const list = new Intl.ListFormat('sv-SE')

/** "18.02–18.40 och 20.15–21.47": when somebody was out. */
export const formatSpans = (spans: readonly Span[]) =>
  list.format(spans.map(({ from, to }) => (to ? formatClockSpan(from, to) : `från ${formatClock(from)}`)))

/** "18.02–21.47, 3 stopp": when a shift was walked, and how much was done. */
export const formatWalked = ({ spans, stopCount }: { spans: readonly Span[]; stopCount: number }) =>
  `${formatSpans(spans)}, ${stopCount === 0 ? 'inga' : stopCount} stopp`

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
