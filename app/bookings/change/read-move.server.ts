import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { notThere, type ReadBy } from '~/shared/outcome'
import { daysAfter } from '~/shared/time'
import { DAYS_AHEAD } from '../book/availability'
import { spokenDay as dayInWords, whyNot } from '../book/day-words'
import { dayAt, shownStart } from '../book/open-days.server'
import { readAllTimesForMove } from '../book/read-times.server'
import { lapseAfter, mayDo, type Side } from '../booking'
import type { Booking } from '../booking-store.server'
import { tooSoonToCancelFree } from '../letters/cancel-words'
import { asOneBooking } from '../visit/visit'
import { readPlaceOf, readVisit } from '../visit/visit-store.server'
import { clockSpan, spokenDay } from '../when'
import { mayBeginEarly } from '../withdrawal'
import { withOthers } from './act-on-booking.server'

/** The page where one side of a booking proposes another time: the company's free times, day by day. */
export async function readMove(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  { person }: SignedIn,
  side: Side,
  id: string,
  asked: string | null,
) {
  const place = isId(id) ? await readPlaceOf(db, id) : undefined
  const visit = place ? await readVisit(db, place) : []
  const booking = visit.find((one) => one.id === id)
  const owner = side === 'member' ? booking?.customer?.id : booking?.company.ownerId
  if (!booking || owner !== person.id) return notThere
  const now = clock.now()
  const moved = withOthers(booking, visit, ({ status }) => status === booking.status)
  const whole = asOneBooking(moved)
  const may = mayDo('propose', side, whole, now)
  const today = dayAt(now.getTime())
  const days = may.may ? await readAllTimesForMove(db, moved, now) : []
  const own = whole.startsAt.getTime()
  const free = days
    .map((one) => ({ ...one, starts: one.starts.filter((start) => start !== own) }))
    .filter(({ starts }) => starts.length > 0)
  const chosen = free.find(({ day }) => day === asked) ?? (asked === null ? free[0] : undefined)
  const askedDay = days.find(({ day }) => day === asked)
  return {
    id,
    title: whole.serviceTitle,
    otherSide: side === 'member' ? booking.company.name : (booking.customer?.name ?? 'Kunden'),
    current: { day: spokenDay(whole.startsAt), span: clockSpan(whole.startsAt, whole.endsAt) },
    notNow: may.may ? null : may.because,
    first: today,
    last: daysAfter(today, DAYS_AHEAD),
    unavailable: Object.fromEntries(days.flatMap((one) => (one.none ? [[one.day, whyNot(one)] as const] : []))),
    day: chosen?.day ?? asked ?? null,
    dayInWords: chosen ? dayInWords(chosen.day) : null,
    starts: chosen?.starts.map(shownStart) ?? [],
    asksForEarlyStart:
      side === 'member' &&
      booking.earlyStartAt === null &&
      (chosen?.starts.some((start) =>
        mayBeginEarly(new Date(start), booking.confirmedAt ?? lastYes(whole, start, now)),
      ) ??
        false),
    /** The services of a visit start at times of their own, so nothing is said of them together. */
    tooSoon:
      side === 'member' && moved.length === 1
        ? tooSoonToCancelFree(chosen?.starts ?? [], booking.freeCancelHours, now)
        : null,
    /** Why the day in the address has no times. */
    noneBecause: chosen || asked === null ? null : askedDay?.none ? whyNot(askedDay) : 'Dagen går inte att boka',
    isFull: may.may && free.length === 0,
  }
}

/** The latest moment at which the company could accept a time proposed now. */
const lastYes = (booking: Booking, start: number, now: Date) => lapseAfter('member', booking, new Date(start), now)

export type Move = ReadBy<typeof readMove>
