import { keepLast } from '~/shared/memory/keep-last'
import { dayOf, daysAfter, withPoints } from '~/shared/time'
import { closesAtMidnight, joined, type OpenDay, type WeekSpan } from './availability'

/**
 * Converts the wall clock of Stockholm to instants: the only file that knows about DST. A day in March has 23 hours and
 * one in October 25; opening hours follow the clock on the wall.
 */
const zone = 'Europe/Stockholm'

export type ClosedPeriod = { from: string; to: string; reason: string }
type Calendar = { week: readonly WeekSpan[]; closed: readonly ClosedPeriod[] }

/** The opening hours of `count` days from `first` on, as instants, with the closed days. */
export function openDays({ week, closed }: Calendar, first: string, count: number): OpenDay[] {
  // One extra day at each end, since opening hours may pass midnight; no job is longer than a day.
  const days = daysFrom(daysAfter(first, -1), count + 2).map((date) => {
    const { day } = date
    const hours = week.filter(({ weekday }) => weekday === date.weekday)
    const period = closed.find((one) => one.from <= day && day <= one.to)
    const closedBecause = period && hours.length > 0 ? period.reason : null
    return { day, closedBecause, spans: period ? [] : hours.map((span) => spanOn(date, span)) }
  })
  const open = joined(days.flatMap(({ spans }) => spans))
  return days.slice(1, -1).map(({ day, closedBecause, spans }) => ({
    day,
    closedBecause,
    spans: spans
      .toSorted((a, b) => a.from - b.from)
      .map((span) => ({
        ...span,
        until: open.find(({ from, to }) => from <= span.from && span.from < to)?.to ?? span.to,
      })),
    shutFrom: shutFrom(closed, day),
  }))
}

/** When the next closed day after `day` begins. */
function shutFrom(closed: readonly ClosedPeriod[], day: string): number | null {
  const [next] = closed
    .map(({ from }) => from)
    .filter((from) => from > day)
    .sort()
  return next === undefined ? null : wallDay(next).begins
}

/** A time skipped by the change to summer time is read as one hour later. */
function spanOn(date: WallDay, { opens, closes }: WeekSpan) {
  return { from: momentOn(date, opens), to: closesAtMidnight(closes) ? date.ends : momentOn(date, closes) }
}

type WallDay = { day: string; weekday: number; begins: number; ends: number; next: string }

const mostKept = 400

/** A calendar day in Stockholm. A page asks for the same two weeks once for each company on it. */
const wallDay = keepLast((day: string): WallDay => {
  const date = Temporal.PlainDate.from(day)
  const next = date.add({ days: 1 })
  const [begins, ends] = [date, next].map((each) => each.toZonedDateTime(zone).epochMilliseconds) as [number, number]
  return { day, weekday: date.dayOfWeek, begins, ends, next: next.toString() }
}, mostKept)

function daysFrom(first: string, count: number): WallDay[] {
  const days: WallDay[] = []
  for (let day = first; days.length < count; ) {
    const date = wallDay(day)
    days.push(date)
    day = date.next
  }
  return days
}

const minuteMs = 60_000
const evenMs = 24 * 60 * minuteMs

/** Plain arithmetic from midnight; Temporal only on the two days a year of a DST change. */
function momentOn({ day, begins, ends }: WallDay, time: string): number {
  if (ends - begins === evenMs) return begins + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * minuteMs
  const plainTime = Temporal.PlainTime.from(time)
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds
}

/** The instant of a wall-clock time. Skipped by DST: one hour later. Repeated by DST: the first. */
export const startOn = (day: string, time: string): number => momentOn(wallDay(day), time)

/** `dayOf` for an instant in milliseconds. */
export const dayAt = (moment: number): string => dayOf(new Date(moment))

export type StartShown = {
  /** The instant, which the form posts: "2027-10-31T00:30:00Z". */
  at: string
  /** "02.30", or "02.30 sommartid" in the hour that DST repeats. */
  label: string
  part: 'Natt' | 'Förmiddag' | 'Eftermiddag' | 'Kväll'
}

export function shownStart(moment: number): StartShown {
  const wall = wallAt(moment)
  const time = withPoints(wall.toPlainTime().toString({ smallestUnit: 'minute' }))
  const at = wall.toInstant().toString()
  return {
    at,
    label: comesTwice(wall) ? `${time} ${wall.offset === '+02:00' ? 'sommartid' : 'vintertid'}` : time,
    part: partOf(wall.hour),
  }
}

function partOf(hour: number): StartShown['part'] {
  if (hour < 6) return 'Natt'
  if (hour < 12) return 'Förmiddag'
  return hour < 17 ? 'Eftermiddag' : 'Kväll'
}

/** Whether the time lies in the hour that DST repeats: between two and three on the last Sunday of October. */
function comesTwice(wall: Temporal.ZonedDateTime): boolean {
  const same = { timeZone: zone, plainTime: wall.toPlainTime() }
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    Temporal.PlainDateTime.from(wall.toPlainDateTime()).toZonedDateTime(same.timeZone, { disambiguation }),
  )
  return earlier !== undefined && later !== undefined && !earlier.equals(later)
}

function wallAt(moment: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
}

/** The wall-clock time in Stockholm at an instant: "09:30". */
export function timeAt(moment: number): string {
  return wallAt(moment).toPlainTime().toString({ smallestUnit: 'minute' })
}

/** The instant of a wall-clock time; null if invalid or skipped by DST. Of a repeated time the first. */
export function momentOf(day: string, time: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null
  try {
    const wall = Temporal.PlainDateTime.from(`${day}T${time}`)
    const moment = wall.toZonedDateTime(zone)
    return moment.toPlainDateTime().equals(wall) ? moment.epochMilliseconds : null
  } catch {
    return null
  }
}
