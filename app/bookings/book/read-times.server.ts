import { readCompanyTimes, type ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Booking } from '../booking-store.server'
import { readHeld } from '../booking-store.server'
import {
  DAYS_AHEAD,
  type DayTimes,
  longestOpenMinutes,
  timesOf,
  type Wanted,
  type WeekSpan,
  whyNotAt,
} from './availability'
import type { Held, Stretch } from './lanes'
import { type ClosedPeriod, dayAfter, dayAt, openDays } from './open-days.server'

/** `busy`: when the company's own calendar says so, which takes every pair of hands. */
type Calendar = { week: WeekSpan[]; closed: ClosedPeriod[]; busy: Stretch[]; capacity: number }

/** The longest that a job with its buffer can take: how far from a day one has to look. */
const farthest = 26 * 3_600_000

/** Free starts of every day that can be booked, from today on. What the member has taken themselves is not called full. */
export async function readTimes(
  db: Database,
  service: ServiceToBook,
  memberId: string,
  now: Date,
): Promise<DayTimes[]> {
  const first = dayAt(now.getTime())
  const held = await readHeld(db, service.company_id, now.getTime(), now.getTime() + (DAYS_AHEAD + 2) * 86_400_000)
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
export function timesOfDay(service: ServiceToBook, day: string, held: readonly Held[], now: Date): DayTimes {
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

/** The jobs that can be in the way of one that begins about a moment. */
export async function readHeldAbout(db: Database, companyId: string, moment: number) {
  return readHeld(db, companyId, moment - farthest, moment + farthest)
}

/** Where a booking could be moved on a day: its own time is not in its way. */
export async function readTimesForMove(db: Database, booking: Booking, day: string, now: Date): Promise<DayTimes> {
  const calendar = await readCompanyTimes(db, booking.company.id, dayAfter(day, -1))
  const noon = Date.parse(`${day}T12:00:00Z`)
  const held = await readHeldAbout(db, booking.company.id, noon)
  const others = held.filter(({ id }) => id !== booking.id)
  return oneDay(calendar, wantedOfBooking(booking, calendar.week), day, others, now)
}

/** The same for every day that can be booked: what a member chooses a new time from. */
export async function readAllTimesForMove(db: Database, booking: Booking, now: Date): Promise<DayTimes[]> {
  const first = dayAt(now.getTime())
  const calendar = await readCompanyTimes(db, booking.company.id, first)
  const held = await readHeld(db, booking.company.id, now.getTime(), now.getTime() + (DAYS_AHEAD + 2) * 86_400_000)
  const others = held.filter(({ id }) => id !== booking.id)
  return timesOfDays(calendar, wantedOfBooking(booking, calendar.week), first, DAYS_AHEAD + 1, others, now)
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

const withBusy = ({ busy, capacity }: Calendar, held: readonly Held[]): Stretch[] => [
  ...held,
  ...Array.from({ length: capacity }, () => busy).flat(),
]

function wantedOf(service: ServiceToBook, week: readonly WeekSpan[]): Wanted {
  return {
    durationMin: service.duration_min,
    bufferMin: service.buffer_min,
    noticeHours: service.notice_hours,
    isLongerThanOpen: service.duration_min > longestOpenMinutes(week),
  }
}

/** Who has booked already needs no notice anew: the other side says yes or no. */
function wantedOfBooking({ durationMin, bufferMin }: Booking, week: readonly WeekSpan[]): Wanted {
  return { durationMin, bufferMin, noticeHours: 0, isLongerThanOpen: durationMin > longestOpenMinutes(week) }
}
