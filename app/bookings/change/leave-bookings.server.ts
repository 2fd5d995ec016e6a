import type { Database } from '~/platform/database/database.server'
import { PRODUCT_NAME } from '~/shared/product'
import { isLateToCancel, type Side } from '../booking'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, changeBooking, lockBooking } from '../booking-store.server'

const why = {
  member: 'Den som bokade har avslutat sitt konto.',
  company: `Företaget har lämnat ${PRODUCT_NAME}.`,
} as const satisfies Record<Side, string>

/**
 * Part of deleting an account: what lies ahead is called off and the other side is told; what has been keeps its
 * sums and loses the person. Returns what was called off, for `tellPages` after the commit.
 */
export async function leaveBookings(db: Database, origin: string, personId: string, now: Date): Promise<Booking[]> {
  const ended: Booking[] = []
  for (const id of await readAhead(db, personId, now)) {
    const booking = await lockBooking(db, id)
    if (booking?.status !== 'pending' && booking?.status !== 'confirmed') continue
    const by: Side = booking.customer?.id === personId ? 'member' : 'company'
    const cancelled = { status: 'cancelled', cancelled_at: now, cancelled_by: by, reason: why[by] } as const
    await changeBooking(db, id, { ...cancelled, proposed_at: null, proposed_by: null }, now)
    const after = { ...booking, status: 'cancelled', cancelledBy: by, reason: why[by], proposal: null } as const
    await tellOfBooking(db, origin, { kind: 'cancelled', by, late: isLateToCancel(by, booking, now) }, after)
    ended.push(after)
  }
  await forgetCustomer(db, personId)
  return ended
}

/** Oldest first: whoever holds several holds them in that order. Two questions, since each has an index of its own. */
async function readAhead(db: Database, personId: string, now: Date): Promise<string[]> {
  const ahead = db
    .selectFrom('bookings')
    .select('bookings.id')
    .where('bookings.status', 'in', ['pending', 'confirmed'])
    .where('bookings.scheduled_at', '>', now)
  const asMember = await ahead.where('bookings.customer_id', '=', personId).execute()
  const asCompany = await ahead
    .innerJoin('companies', 'companies.id', 'bookings.company_id')
    .where('companies.owner_id', '=', personId)
    .where('companies.deleted_at', 'is', null)
    .execute()
  return [...asMember, ...asCompany].map(({ id }) => id).sort()
}

/** Where they live and what they wrote goes at once; that it was theirs goes with the profile. */
async function forgetCustomer(db: Database, personId: string) {
  await db
    .updateTable('bookings')
    .set((row) => ({
      address: null,
      phone: null,
      note: '',
      reason: row
        .case()
        .when('cancelled_by', '=', 'member')
        .then(row.val<string | null>(null))
        .else(row.ref('reason'))
        .end(),
    }))
    .where('customer_id', '=', personId)
    .execute()
}
