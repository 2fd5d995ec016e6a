import { lockCapacity } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { type BookingDeed, bookingDeeds, mayDo, type Side } from '../booking'
import { type BookingEvent, tellOfBooking } from '../booking-messages.server'
import { type Booking, lockBooking, readCompanyIdOf } from '../booking-store.server'
import { tellPages } from '../tell-pages.server'

type Doing = { db: Database; booking: Booking; by: Side; now: Date }

type Act = {
  deed: BookingDeed
  /** The heading of a no. */
  failure: string
  /** Before the booking is held: what has to be held first, so that there is no deadlock. */
  prepare?(db: Database, bookingId: string): Promise<void>
  /** Decides and writes; null says that nothing had to change. */
  act(doing: Doing): Promise<Outcome<{ event: BookingEvent; after: Booking; coming?: string[] } | null>>
}

/**
 * One of a booking's two sides does something with it: the person it was booked by, or the owner of the company.
 * Anybody else finds no such booking. The table in booking.ts decides what and when; what is done already is yes.
 */
export async function actOnBooking(
  house: House,
  { person }: SignedIn,
  id: string | undefined,
  { deed, failure, prepare, act }: Act,
): Promise<Outcome<null> | NotThere> {
  const bookingId = anId().safeParse(id)
  if (!bookingId.success) return notThere
  const done = await house.db.transaction().execute(async (db): Promise<Outcome<Booking | null> | NotThere> => {
    await prepare?.(db, bookingId.data)
    const booking = await lockBooking(db, bookingId.data)
    const by = booking && sideOf(booking, person.id)
    if (!booking || !by) return notThere
    const now = house.clock.now()
    if (isDone(deed, by, booking)) return accepted(null)
    const allowed = mayDo(deed, by, booking, now)
    if (!allowed.may) return refused(failure, { message: allowed.because })
    const acted = await act({ db, booking, by, now })
    if (!acted.ok || !acted.value) return acted.ok ? accepted(null) : acted
    const { event, after, coming } = acted.value
    await tellOfBooking(db, house.config.origin, event, after, coming)
    return accepted(after)
  })
  if (!done.ok) return done
  if (done.value) tellPages(house, done.value)
  return accepted(null)
}

/** As a request does: the company first, then the booking. */
export async function holdCompany(db: Database, bookingId: string) {
  const companyId = await readCompanyIdOf(db, bookingId)
  if (companyId) await lockCapacity(db, companyId)
}

/** Which of a booking's two sides somebody is. */
export function sideOf({ customer, company }: Booking, personId: string): Side | null {
  if (customer?.id === personId) return 'member'
  return company.ownerId === personId ? 'company' : null
}

/** A second press finds it done. What the other side did is not one's own doing, and is said. */
function isDone(deed: BookingDeed, by: Side, { status, cancelledBy, noShow, withdrawal }: Booking): boolean {
  const { to, by: doers }: { to: string | null; by: readonly string[] } = bookingDeeds[deed]
  if (deed === 'accept proposal' || to !== status || !doers.includes(by)) return false
  if (status !== 'cancelled') return true
  return (
    cancelledBy === by && noShow === (deed === 'mark as no-show') && (withdrawal !== null) === (deed === 'withdraw')
  )
}
