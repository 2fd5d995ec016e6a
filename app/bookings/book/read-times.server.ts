import { readCompanyTimes, type ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'
import type { Booking } from '../booking-store.server'
import { readHeld } from '../booking-store.server'
import { asOneBooking } from '../visit/visit'
import {
  DAYS_AHEAD,
  type DayTimes,
  longestOpenMinutes,
  stretchOf,
  timesOf,
  type Wanted,
  type WeekSpan,
  whyNotAt,
} from './availability'
import type { Held, Stretch } from './lanes'
import { type ClosedPeriod, dayAt, openDays } from './open-days.server'

/** `busy`: stretches taken from the company's own calendar; each occupies the whole capacity. */
type Calendar = { week: WeekSpan[]; closed: ClosedPeriod[]; busy: Stretch[]; capacity: number }

/** A service, or several in a row (../visit/visit.ts): the longest decides if they may end after closing time. */
export type ToPlace = ServiceToBook & { longestMin?: number }

/** The longest time that a job with its buffer can take: how far around a moment other jobs have to be read. */
const farthest = 26 * 3_600_000

/** Free start times of every bookable day. A day filled only by the member's own bookings is not called 'full'. */
export async function readTimes(db: Database, service: ToPlace, memberId: string, now: Date): Promise<DayTimes[]> {
  const first = dayAt(now.getTime())
  const held = await readHeldAhead(db, service.company_id, now)
  const timesBeside = (jobs: readonly Held[]) =>
    timesOfDays(service, wantedOf(service, service.week), first, DAYS_AHEAD + 1, jobs, now)
  const days = timesBeside(held)
  const others = held.filter(({ customerId }) => customerId !== memberId)
  if (others.length === held.length) return days
  const withoutOwn = timesBeside(others)
  return days.map((day, index) =>
    day.none === 'full' && withoutOwn[index]?.none === null ? { ...day, none: 'own booking' as const } : day,
  )
}

/** Free start times of one day, given the jobs that may overlap it. */
export function timesOfDay(service: ToPlace, day: string, held: readonly Held[], now: Date): DayTimes {
  return oneDay(service, wantedOf(service, service.week), day, held, now)
}

/** Why a time of a series cannot begin at that moment. */
export function whyNotThen(service: ServiceToBook, day: string, start: number, held: readonly Held[], now: Date) {
  const [open] = openDays(service, day, 1)
  if (!open) return { none: 'closed' as const, closedBecause: null }
  const wanted = wantedOf(service, service.week)
  const none = whyNotAt(open, start, withBusy(service, held), service.capacity, wanted, now.getTime())
  return { none, closedBecause: open.closedBecause }
}

/** All jobs from now until the end of what can be booked. */
export async function readHeldAhead(db: Database, companyId: string, now: Date) {
  return readHeld(db, companyId, now.getTime(), now.getTime() + (DAYS_AHEAD + 2) * 86_400_000)
}

/** The range in which jobs lie that could overlap one beginning around a moment. */
export const stretchAbout = (moment: number) => [moment - farthest, moment + farthest] as const

export async function readHeldAbout(db: Database, companyId: string, moment: number) {
  return readHeld(db, companyId, ...stretchAbout(moment))
}

/** Bookings that move together: one, or all of a visit. */
export type Moved = readonly [Booking, ...Booking[]]

/** Free start times of one day for a move. The bookings' own current time does not count as taken. */
export async function readTimesForMove(db: Database, moved: Moved, day: string, now: Date): Promise<DayTimes> {
  const companyId = moved[0].company.id
  const calendar = await readCompanyTimes(db, companyId, daysAfter(day, -1))
  const noon = Date.parse(`${day}T12:00:00Z`)
  const held = await readHeldAbout(db, companyId, noon)
  return oneDay(calendar, wantedOfMoved(moved, calendar.week), day, besides(held, moved), now)
}

/** The same for every bookable day: the times that a member chooses from. */
export async function readAllTimesForMove(db: Database, moved: Moved, now: Date): Promise<DayTimes[]> {
  const companyId = moved[0].company.id
  const first = dayAt(now.getTime())
  const calendar = await readCompanyTimes(db, companyId, daysAfter(first, -1))
  const held = await readHeldAhead(db, companyId, now)
  const wanted = wantedOfMoved(moved, calendar.week)
  return timesOfDays(calendar, wanted, first, DAYS_AHEAD + 1, besides(held, moved), now)
}

/** The company's jobs other than those that move. */
export const besides = <Job extends { id: string }>(held: readonly Job[], moved: Moved) =>
  held.filter(({ id }) => moved.every((one) => one.id !== id))

/** The time that moved bookings occupy when the first begins at `start`: until the buffer after the last is over. */
export function stretchOfMoved(start: number, moved: Moved): Stretch {
  return stretchOf(start, asOneBooking(moved))
}

function oneDay(calendar: Calendar, wanted: Wanted, day: string, held: readonly Held[], now: Date): DayTimes {
  const [times] = timesOfDays(calendar, wanted, day, 1, held, now)
  return times ?? { day, starts: [], none: 'closed', closedBecause: null }
}

function timesOfDays(
  calendar: Calendar,
  wanted: Wanted,
  first: string,
  count: number,
  held: readonly Held[],
  now: Date,
) {
  const taken = withBusy(calendar, held)
  return openDays(calendar, first, count).map((day) => timesOf(day, taken, calendar.capacity, wanted, now.getTime()))
}

/** Adds the company's own busy times, each once per lane, so that they occupy the whole capacity. */
export const withBusy = (
  { busy, capacity }: Pick<Calendar, 'busy' | 'capacity'>,
  held: readonly Stretch[],
): Stretch[] => [...held, ...Array.from({ length: capacity }, () => busy).flat()]

function wantedOf(service: ToPlace, week: readonly WeekSpan[]): Wanted {
  return {
    durationMin: service.duration_min,
    bufferMin: service.buffer_min,
    noticeHours: service.notice_hours,
    isLongerThanOpen: (service.longestMin ?? service.duration_min) > longestOpenMinutes(week),
  }
}

/** A move needs no notice: the other side answers yes or no to it. */
function wantedOfMoved(moved: Moved, week: readonly WeekSpan[]): Wanted {
  const { durationMin, bufferMin } = asOneBooking(moved)
  const longest = Math.max(...moved.map((one) => one.durationMin))
  return { durationMin, bufferMin, noticeHours: 0, isLongerThanOpen: longest > longestOpenMinutes(week) }
}
