import type { Database } from '~/platform/database/database.server'
import { earnForBooking } from '~/points/public.server'
import type { Said } from '../booking'
import type { BookingEvent } from '../booking-messages.server'
import { type Booking, changeBooking } from '../booking-store.server'
import type { Booked } from './act-on-booking.server'

type Ended = { event: BookingEvent; after: Booked }

/** Carries out what a company has said of a job. Precondition: the caller has locked the booking. */
export const endings: Record<Said['deed'], (db: Database, booking: Booking, now: Date) => Promise<Ended>> = {
  complete,
  'mark as no-show': endAsNoShow,
}

/** Completes the job and credits the member's points in the same transaction. */
async function complete(db: Database, booking: Booking, now: Date): Promise<Ended> {
  const change = { status: 'completed', completed_at: now, proposed_at: null, proposed_by: null } as const
  await changeBooking(db, booking.id, change, now)
  await earnForBooking(db, {
    id: booking.id,
    customerId: booking.customer?.id ?? null,
    companyId: booking.company.id,
    customerPaysOre: booking.customerPaysOre,
    serviceTitle: booking.serviceTitle,
    completedAt: now,
  })
  const after = { ...booking, status: 'completed', said: null, proposal: null } as const
  return { event: { kind: 'completed' }, after: [after] }
}

/** The member did not show up: cancels the booking. Nobody gets points. */
async function endAsNoShow(db: Database, booking: Booking, now: Date): Promise<Ended> {
  const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'company', no_show: true } as const
  await changeBooking(db, booking.id, { ...ended, proposed_at: null, proposed_by: null }, now)
  const after = { status: 'cancelled', said: null, cancelledBy: 'company', noShow: true, proposal: null } as const
  return { event: { kind: 'no-show' }, after: [{ ...booking, ...after }] }
}
