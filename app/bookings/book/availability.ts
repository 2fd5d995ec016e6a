import { hasRoom, type Stretch } from './lanes'

/**
 * When a service can be booked. Pure functions on instants: open-days.server.ts has already converted the wall clock of
 * Stockholm, so an hour here is an hour even on the days of a DST change.
 */

const minute = 60_000
const hour = 60 * minute

/** How far ahead a calendar can be booked. */
export const DAYS_AHEAD = 90

/** Opening hours on one day. `until`: when the company closes, which may be after midnight. */
export type OpenSpan = Stretch & { until: number }

export type OpenDay = {
  /** "2027-03-28" */
  day: string
  spans: OpenSpan[]
  /** Why the company is closed on a day when it would normally be open; '' when it gave no reason. */
  closedBecause: string | null
  /** When the next planned closed day begins; null if none is planned. */
  shutFrom: number | null
}

export type Wanted = {
  durationMin: number
  bufferMin: number
  noticeHours: number
  /**
   * The job is longer than the longest time that the company is open without a break. It must begin within opening
   * hours but may end after closing time.
   */
  isLongerThanOpen: boolean
}

/** Why a day has no free time. */
export type NoTime = 'closed' | 'closed for a while' | 'too soon' | 'full' | 'own booking' | 'too short'

export type DayTimes = { day: string; starts: number[]; none: NoTime | null; closedBecause: string | null }

/** The step between start times, from opening time on: 15 minutes for jobs of up to half an hour, else 30. */
export function stepOf(durationMin: number): number {
  return (durationMin <= 30 ? 15 : 30) * minute
}

/** The day's free start times in order, or why there is none. `held`: the company's jobs with their buffers. */
export function timesOf(
  day: OpenDay,
  held: readonly Stretch[],
  capacity: number,
  wanted: Wanted,
  now: number,
): DayTimes {
  const answer = (starts: number[], none: NoTime | null) => {
    return { day: day.day, starts, none, closedBecause: day.closedBecause }
  }
  if (day.closedBecause !== null) return answer([], 'closed for a while')
  if (day.spans.length === 0) return answer([], 'closed')
  const fitting = day.spans.flatMap((span) => startsIn(span, day.shutFrom, wanted))
  if (fitting.length === 0) return answer([], 'too short')
  const earliest = now + wanted.noticeHours * hour
  const inTime = fitting.filter((start) => start > now && start >= earliest)
  if (inTime.length === 0) return answer([], 'too soon')
  const free = inTime.filter((start) => hasRoom(held, stretchOf(start, wanted), capacity))
  return answer(free, free.length === 0 ? 'full' : null)
}

/**
 * Why a job cannot begin at a given moment of the day; null when it can. For the later times of a series: neither the
 * notice period nor the step between offered start times applies to them.
 */
export function whyNotAt(
  day: OpenDay,
  start: number,
  held: readonly Stretch[],
  capacity: number,
  wanted: Wanted,
  now: number,
): NoTime | null {
  if (day.closedBecause !== null) return 'closed for a while'
  const span = day.spans.find(({ from, to }) => from <= start && start < to)
  if (!span) return 'closed'
  if (start + wanted.durationMin * minute > lastEnd(span, day.shutFrom, wanted)) return 'too short'
  if (start <= now) return 'too soon'
  return hasRoom(held, stretchOf(start, wanted), capacity) ? null : 'full'
}

/** The time that a job occupies: from its start until its buffer is over. */
export function stretchOf(
  start: number,
  { durationMin, bufferMin }: Pick<Wanted, 'durationMin' | 'bufferMin'>,
): Stretch {
  return { from: start, to: start + (durationMin + bufferMin) * minute }
}

/** Start times from which the job ends before closing time, regardless of other jobs. */
function startsIn(span: OpenSpan, shutFrom: number | null, wanted: Wanted): number[] {
  const { durationMin } = wanted
  const last = lastEnd(span, shutFrom, wanted)
  const step = stepOf(durationMin)
  const starts: number[] = []
  for (let start = span.from; start < span.to && start + durationMin * minute <= last; start += step) {
    starts.push(start)
  }
  return starts
}

const lastEnd = (span: OpenSpan, shutFrom: number | null, { isLongerThanOpen }: Wanted): number =>
  isLongerThanOpen ? (shutFrom ?? Number.POSITIVE_INFINITY) : span.until

export type WeekSpan = { weekday: number; opens: string; closes: string }

/** '23:59' means midnight in our form, since a time field has no 24:00. */
export const closesAtMidnight = (closes: string) => closes >= '23:59'

/** The longest time in minutes that the company is open without a break. Midnight between two days is no break. */
export function longestOpenMinutes(spans: readonly WeekSpan[]): number {
  const dayMinutes = 24 * 60
  const minuteOf = ({ weekday }: WeekSpan, time: string) =>
    (weekday - 1) * dayMinutes +
    (closesAtMidnight(time) ? dayMinutes : Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)))
  const week = spans.map((span) => ({ from: minuteOf(span, span.opens), to: minuteOf(span, span.closes) }))
  const twoWeeks = [...week, ...week.map(({ from, to }) => ({ from: from + 7 * dayMinutes, to: to + 7 * dayMinutes }))]
  return Math.max(0, ...joined(twoWeeks).map(({ from, to }) => to - from))
}

/** Joins stretches that overlap or follow each other without a gap. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}
