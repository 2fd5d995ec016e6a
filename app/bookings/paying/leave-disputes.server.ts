import { readOwnCompany } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, lockBooking } from '../booking-store.server'
import { sideOf } from '../change/act-on-booking.server'
import { endDispute, forgetDisputes, readOpenDisputesOf } from './job-payment-store.server'

/**
 * Part of deleting an account: ends the person's open disputes, since there are no longer two sides to decide between,
 * and tells the other side. Returns the bookings, for `tellPages` after the commit.
 */
export async function leaveDisputes(db: Database, origin: string, personId: string, now: Date): Promise<Booking[]> {
  const company = await readOwnCompany(db, personId)
  const ended: Booking[] = []
  for (const id of await readOpenDisputesOf(db, personId, company ? [company.id] : [])) {
    const booking = await lockBooking(db, id)
    const by = booking && sideOf(booking, personId)
    if (!booking || !by) continue
    await endDispute(db, id, 'left', now)
    await tellOfBooking(db, { origin, now }, { kind: 'left', by }, booking)
    ended.push(booking)
  }
  await forgetDisputes(db, personId)
  return ended
}
