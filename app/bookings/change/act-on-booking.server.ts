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

/** `parts`: the booking, or of what is done to a whole visit all that stand alike with it; `visit`: everything that was booked for it. */
type Doing = { db: Database; booking: Booking; parts: Booked; visit: readonly Booking[]; by: Side; now: Date }

type Done = { booking: Booking; isTold: boolean }

type Act = {
  deed: BookingDeed
  /** The heading of a no. */
  failure: string
  /** Takes or gives time of the company's: then it is held, as a request holds it. */
  holdsCompany?: true
  /** Decides and writes; an event that is null says that nobody else hears of it. */
  act(doing: Doing): Promise<Outcome<{ event: BookingEvent | null; after: Booked; coming?: readonly string[] }>>
}

/**
 * One of a booking's two sides does something with it: the person it was booked by, or the owner of the company.
 * Anybody else finds no such booking. The table in booking.ts decides what and when; what is done already is yes.
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
    // The company first, then bookings, as a request does: otherwise there is a deadlock.
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
    if (event) await tellOfBooking(db, house.config.origin, event, after, coming)
    return accepted({ booking: after[0], isTold: event !== null })
  })
  if (!done.ok) return done
  if (done.value?.isTold) tellPages(house, done.value.booking)
  else if (done.value) tellOwnPages(house, person.id)
  return accepted(null)
}

/** As they are afterwards. */
export function each([first, ...rest]: Booked, after: (one: Booking) => Booking): Booked {
  return [after(first), ...rest.map(after)]
}

/** A visit is answered and moved whole: everything of it that stands alike. */
function partsFor(deed: BookingDeed, booking: Booking, visit: readonly Booking[]): Booked {
  const isWhole = bookingDeeds[deed].of === 'the visit'
  return withOthers(booking, visit, ({ status }) => isWhole && status === booking.status)
}

/** A booking and those others of its visit, in order of time. */
export function withOthers(booking: Booking, visit: readonly Booking[], belongs: (other: Booking) => boolean): Booked {
  const [first, ...rest] = visit.filter((one) => one.id === booking.id || belongs(one))
  return first ? [first, ...rest] : [booking]
}

/** Nobody says yes to half a visit: what cannot be done to one of its parts is not done. */
function whyNotAll(deed: BookingDeed, by: Side, parts: Booked, now: Date): string | null {
  for (const part of parts) {
    const allowed = mayDo(deed, by, part, now)
    if (!allowed.may) return allowed.because
  }
  return null
}

/** Which of a booking's two sides somebody is. */
export function sideOf({ customer, company }: Booking, personId: string): Side | null {
  if (customer?.id === personId) return 'member'
  return company.ownerId === personId ? 'company' : null
}

/** A second press finds it done. What the other side did is not one's own doing, and is said. */
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
