import { daysAfter, withPoints } from '~/shared/time'

/** Times as "HH:MM", so that text order is time order. */
export type Span = { weekday: number; opens: string; closes: string }

export type ClosedPeriod = { from: string; to: string; reason: string }

export const weekdays = ['måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag', 'söndag'] as const

/** Local date, weekday (Monday is 1) and time in Stockholm. */
export type Now = { day: string; weekday: number; time: string }

export type WeekdayHours = { name: string; spans: string[]; isToday: boolean }

export const byOpening = (a: Pick<Span, 'opens'>, b: Pick<Span, 'opens'>) => a.opens.localeCompare(b.opens)

/** The seven days from Monday, each with its spans in order. A lunch break is the gap between two spans. */
export function weekOf(spans: readonly Span[], today: number): WeekdayHours[] {
  return weekdays.map((name, index) => {
    const ofDay = spans.filter(({ weekday }) => weekday === index + 1).toSorted(byOpening)
    return {
      name,
      spans: ofDay.map(({ opens, closes }) => `${withPoints(opens)}–${withPoints(closes)}`),
      isToday: index + 1 === today,
    }
  })
}

/** Whether the company is open now, or when it opens next. Null if it has no opening hours. */
export function openState(spans: readonly Span[], closed: readonly ClosedPeriod[], now: Now): string | null {
  if (spans.length === 0) return null
  const isShut = (day: string) => closed.some(({ from, to }) => from <= day && day <= to)
  if (isShut(now.day)) return 'Stängt just nu'
  const today = spans.filter(({ weekday }) => weekday === now.weekday).toSorted(byOpening)
  const current = today.find(({ opens, closes }) => opens <= now.time && now.time < closes)
  if (current) return `Öppet till ${withPoints(current.closes)}`
  const later = today.find(({ opens }) => opens > now.time)
  if (later) return `Öppnar ${withPoints(later.opens)}`
  for (let ahead = 1; ahead <= 7; ahead++) {
    if (isShut(daysAfter(now.day, ahead))) continue
    const weekday = ((now.weekday - 1 + ahead) % 7) + 1
    const first = spans
      .filter((span) => span.weekday === weekday)
      .map(({ opens }) => opens)
      .sort()[0]
    if (first) return `Öppnar ${ahead === 1 ? 'i morgon' : `på ${weekdays[weekday - 1]}`} ${withPoints(first)}`
  }
  // It opens, but not within a week; the page lists the closed days with their dates.
  return 'Stängt just nu'
}
