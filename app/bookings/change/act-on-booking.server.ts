import { lockCapacity } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { type BookingDeed, bookingDeeds, mayDo, type Side } from '../booking'
import { type BookingEvent, tellOfBooking } from '../booking-messages.server'
import type { Booking } from '../booking-store.server'
import { tellOwnPages, tellPages } from '../tell-pages.server'
import { lockVisit, readPlaceOf } from '../visit/visit-store.server'

export type Booked = readonly [Booking, ...Booking[]]

/**
 * `parts`: the bookings that the deed applies to: this one, or all of the visit in the same state if the deed is for
 * the whole visit. `visit`: all bookings of the visit.
 */
type Doing = { db: Database; booking: Booking; parts: Booked; visit: readonly Booking[]; by: Side; now: Date }

type Done = { booking: Booking; isTold: boolean }

type Act = {
  deed: BookingDeed
  /** The heading of a refusal. */
  failure: string
  /** The deed takes time of the company, so the company is locked, as for a request. */
  holdsCompany?: true
  /** Decides and writes. A null `event` means that nobody else is told. */
  act(doing: Doing): Promise<Outcome<{ event: BookingEvent | null; after: Booked; coming?: readonly string[] }>>
}

/**
 * One of a booking's two sides, the member or the company's owner, does something with it. Not found for anybody else.
 * The table in booking.ts decides what is allowed and when. Idempotent: a deed that this side has already done succeeds
 * without changing anything.
 */
export async function actOnBooking(
  house: House,
  { person }: SignedIn,
  id: string | undefined,
  { deed, failure, holdsCompany, act }: Act,
): Promise<Outcome<null> | NotThere> {
  const bookingId = anId().safeParse(id)
  if (!bookingId.success) return notThere
  const done = await house.db.transaction().execute(async (db): Promise<Outcome<Done | null> | NotThere> => {
    const place = await readPlaceOf(db, bookingId.data)
    if (!place) return notThere
    // Lock order: the company before its bookings, as a request does; the reverse order would deadlock.
    if (holdsCompany || place.visitId !== null) await lockCapacity(db, place.companyId)
    const visit = await lockVisit(db, place)
    const booking = visit.find(({ id }) => id === place.id)
    const by = booking && sideOf(booking, person.id)
    if (!booking || !by) return notThere
    const now = house.clock.now()
    if (isDone(deed, by, booking)) return accepted(null)
    const parts = partsFor(deed, booking, visit)
    const because = whyNotAll(deed, by, parts, now)
    if (because !== null) return refused(failure, { message: because })
    const acted = await act({ db, booking, parts, visit, by, now })
    if (!acted.ok) return acted
    const { event, after, coming } = acted.value
    if (event) await tellOfBooking(db, { origin: house.config.origin, now }, event, after, coming)
    return accepted({ booking: after[0], isTold: event !== null })
  })
  if (!done.ok) return done
  if (done.value?.isTold) tellPages(house, done.value.booking)
  else if (done.value) tellOwnPages(house, person.id)
  return accepted(null)
}

/** The bookings as they are after the change. */
export function each([first, ...rest]: Booked, after: (one: Booking) => Booking): Booked {
  return [after(first), ...rest.map(after)]
}

/** Answers and moves apply to the whole visit, that is to all its bookings in the same state. */
function partsFor(deed: BookingDeed, booking: Booking, visit: readonly Booking[]): Booked {
  const isWhole = bookingDeeds[deed].of === 'the visit'
  return withOthers(booking, visit, ({ status }) => isWhole && status === booking.status)
}

/** A booking together with those others of its visit that `belongs` accepts, in order of time. */
export function withOthers(booking: Booking, visit: readonly Booking[], belongs: (other: Booking) => boolean): Booked {
  const [first, ...rest] = visit.filter((one) => one.id === booking.id || belongs(one))
  return first ? [first, ...rest] : [booking]
}

/** All or nothing: a deed that is not allowed for one part is refused for all of them. */
function whyNotAll(deed: BookingDeed, by: Side, parts: Booked, now: Date): string | null {
  for (const part of parts) {
    const allowed = mayDo(deed, by, part, now)
    if (!allowed.may) return allowed.because
  }
  return null
}

/** Which side of a booking a person is; null for neither. */
export function sideOf({ customer, company }: Booking, personId: string): Side | null {
  if (customer?.id === personId) return 'member'
  return company.ownerId === personId ? 'company' : null
}

/** The idempotency check: whether this side has done the deed already. A deed of the other side is refused. */
function isDone(deed: BookingDeed, by: Side, { status, said, cancelledBy, noShow, withdrawal }: Booking): boolean {
  const { to, by: doers }: { to: string | null; by: readonly string[] } = bookingDeeds[deed]
  if (said && said.deed === deed) return by === 'company'
  if (deed === 'take back') return by === 'company' && status === 'confirmed' && !said
  if (deed === 'accept proposal' || to !== status || !doers.includes(by)) return false
  if (status !== 'cancelled') return true
  return (
    cancelledBy === by && noShow === (deed === 'mark as no-show') && (withdrawal !== null) === (deed === 'withdraw')
  )
}
