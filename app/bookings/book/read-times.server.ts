import { readCompanyTimes, type ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
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
import { type ClosedPeriod, dayAfter, dayAt, openDays } from './open-days.server'

/** `busy`: when the company's own calendar says so, which takes every pair of hands. */
type Calendar = { week: WeekSpan[]; closed: ClosedPeriod[]; busy: Stretch[]; capacity: number }

/** A service, or several in a row (../visit/visit.ts), of which the longest decides whether it may go on after the company has closed. */
export type ToPlace = ServiceToBook & { longestMin?: number }

/** The longest that a job with its buffer can take: how far from a day one has to look. */
const farthest = 26 * 3_600_000

/** Free starts of every day that can be booked, from today on. What the member has taken themselves is not called full. */
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

/** Free starts of one day, by the jobs that meet it. */
export function timesOfDay(service: ToPlace, day: string, held: readonly Held[], now: Date): DayTimes {
  return oneDay(service, wantedOf(service, service.week), day, held, now)
}

/** Why a job of the service cannot begin just then: of what repeats. */
export function whyNotThen(service: ServiceToBook, day: string, start: number, held: readonly Held[], now: Date) {
  const [open] = openDays(service, day, 1)
  if (!open) return { none: 'closed' as const, closedBecause: null }
  const wanted = wantedOf(service, service.week)
  const none = whyNotAt(open, start, withBusy(service, held), service.capacity, wanted, now.getTime())
  return { none, closedBecause: open.closedBecause }
}

/** All jobs from now on, as far ahead as anybody can book. */
export async function readHeldAhead(db: Database, companyId: string, now: Date) {
  return readHeld(db, companyId, now.getTime(), now.getTime() + (DAYS_AHEAD + 2) * 86_400_000)
}

/** Where the jobs lie that can be in the way of one that begins about a moment. */
export const stretchAbout = (moment: number) => [moment - farthest, moment + farthest] as const

export async function readHeldAbout(db: Database, companyId: string, moment: number) {
  return readHeld(db, companyId, ...stretchAbout(moment))
}

/** What is moved together: one booking, or those of a visit. */
export type Moved = readonly [Booking, ...Booking[]]

/** Where bookings could be moved on a day: their own time is not in their way. */
export async function readTimesForMove(db: Database, moved: Moved, day: string, now: Date): Promise<DayTimes> {
  const companyId = moved[0].company.id
  const calendar = await readCompanyTimes(db, companyId, dayAfter(day, -1))
  const noon = Date.parse(`${day}T12:00:00Z`)
  const held = await readHeldAbout(db, companyId, noon)
  return oneDay(calendar, wantedOfMoved(moved, calendar.week), day, besides(held, moved), now)
}

/** The same for every day that can be booked: what a member chooses a new time from. */
export async function readAllTimesForMove(db: Database, moved: Moved, now: Date): Promise<DayTimes[]> {
  const companyId = moved[0].company.id
  const first = dayAt(now.getTime())
  const calendar = await readCompanyTimes(db, companyId, dayAfter(first, -1))
  const held = await readHeldAhead(db, companyId, now)
  const wanted = wantedOfMoved(moved, calendar.week)
  return timesOfDays(calendar, wanted, first, DAYS_AHEAD + 1, besides(held, moved), now)
}

/** The company's other jobs. */
export const besides = <Job extends { id: string }>(held: readonly Job[], moved: Moved) =>
  held.filter(({ id }) => moved.every((one) => one.id !== id))

/** From the start of the first until the break after the last is over, when the first begins at a moment. */
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

/** A company's own calendar takes all its hands. */
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

/** Who has booked already needs no notice anew: the other side says yes or no. */
function wantedOfMoved(moved: Moved, week: readonly WeekSpan[]): Wanted {
  const { durationMin, bufferMin } = asOneBooking(moved)
  const longest = Math.max(...moved.map((one) => one.durationMin))
  return { durationMin, bufferMin, noticeHours: 0, isLongerThanOpen: longest > longestOpenMinutes(week) }
}
