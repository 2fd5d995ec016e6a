import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import type { Side } from '../booking'
import { type BookingEvent, tellOfBooking } from '../booking-messages.server'
import { type Booking, lockBooking } from '../booking-store.server'
import { sideOf } from '../change/act-on-booking.server'
import { tellPages } from '../tell-pages.server'
import { mayPay, type PaymentDeed, type PaymentFacts } from './job-payment'
import { readPaymentFacts } from './job-payment-store.server'

type Doing = { db: Database; booking: Booking; facts: PaymentFacts; by: Side; now: Date }

type Act = {
  deed: PaymentDeed
  failure: string
  /** Idempotency check: this side has already said this, so a second press changes nothing and tells nobody. */
  isDone(facts: PaymentFacts, by: Side): boolean
  write(doing: Doing): Promise<void>
  tells(by: Side): BookingEvent
}

/** One side says something about a booking's payment, under a row lock. Not found for anybody else. */
export async function actOnPayment(
  house: House,
  { person }: SignedIn,
  id: string | undefined,
  { deed, failure, isDone, write, tells }: Act,
): Promise<Outcome<null> | NotThere> {
  const bookingId = anId().safeParse(id)
  if (!bookingId.success) return notThere
  const done = await house.db.transaction().execute(async (db): Promise<Outcome<Booking | null> | NotThere> => {
    const booking = await lockBooking(db, bookingId.data)
    const by = booking && sideOf(booking, person.id)
    if (!booking || !by) return notThere
    const facts = await readPaymentFacts(db, booking.id)
    if (isDone(facts, by)) return accepted(null)
    const may = mayPay(deed, by, booking.status === 'completed', facts)
    if (!may.may) return refused(failure, { message: may.because })
    const now = house.clock.now()
    await write({ db, booking, facts, by, now })
    await tellOfBooking(db, { origin: house.config.origin, now }, tells(by), booking)
    return accepted(booking)
  })
  if (!done.ok) return done
  if (done.value) tellPages(house, done.value)
  if (done.value) house.live.tell({ to: ['admin'], about: 'bookings' })
  return accepted(null)
}
