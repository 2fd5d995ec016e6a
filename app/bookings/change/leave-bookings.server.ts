import { lockCapacity, readOwnCompany } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { PRODUCT_NAME } from '~/shared/product'
import { isLateToCancel, type Side } from '../booking'
import { tellOfBooking } from '../booking-messages.server'
import {
  type Booking,
  changeBooking,
  forgetCustomer,
  lockBooking,
  readAhead,
  readBookings,
} from '../booking-store.server'
import { forgetMessages } from '../messages/message-store.server'
import { readOpenDisputesOf } from '../paying/job-payment-store.server'
import { leaveDisputes } from '../paying/leave-disputes.server'
import { leaveSeries } from '../repeat/end-series.server'
import { readSeriesOf } from '../repeat/series-store.server'
import { byVisit } from '../visit/visit'
import { readWaitsOf } from '../waiting/wait-store.server'

const why = {
  member: 'Den som bokade har avslutat sitt konto.',
  company: `Företaget har lämnat ${PRODUCT_NAME}.`,
} as const satisfies Record<Side, string>

/**
 * Part of deleting an account: cancels upcoming bookings and tells the other side. Past bookings keep their amounts and
 * lose the personal data. Returns the cancelled ones, for `tellPages` after the commit. `alsoLocked`: companies that the
 * caller changes later in the same transaction, since all companies of a transaction are locked together.
 */
export async function leaveBookings(
  db: Database,
  origin: string,
  personId: string,
  now: Date,
  alsoLocked: readonly string[] = [],
): Promise<Booking[]> {
  const allSeries = await readSeriesOf(db, personId)
  const booked = [...allSeries, ...(await readAhead(db, personId, now))].map(({ companyId }) => companyId)
  await lockCompanies(db, personId, [...alsoLocked, ...booked])
  for (const series of allSeries) {
    const by: Side = series.customerId === personId ? 'member' : 'company'
    await leaveSeries(db, origin, series, by, why[by], now)
  }
  const ended: Booking[] = []
  const late = new Set<string>()
  for (const { id } of await readAhead(db, personId, now)) {
    const booking = await lockBooking(db, id)
    if (booking?.status !== 'pending' && booking?.status !== 'confirmed') continue
    const by: Side = booking.customer?.id === personId ? 'member' : 'company'
    const cancelled = { status: 'cancelled', cancelled_at: now, cancelled_by: by, reason: why[by] } as const
    await changeBooking(db, id, { ...cancelled, proposed_at: null, proposed_by: null }, now)
    const after = { ...booking, status: 'cancelled', cancelledBy: by, reason: why[by], proposal: null } as const
    ended.push(after)
    if (isLateToCancel(by, booking, now)) late.add(id)
  }
  for (const visit of byVisit(ended)) {
    const [{ cancelledBy }] = visit
    const by: Side = cancelledBy === 'member' ? 'member' : 'company'
    await tellOfBooking(
      db,
      { origin, now },
      { kind: 'cancelled', by, late: visit.some(({ id }) => late.has(id)) },
      visit,
    )
  }
  ended.push(...(await leaveDisputes(db, origin, personId, now)))
  await forgetCustomer(db, personId)
  // Lock order: messages after the rows of their bookings, since writing a message locks the booking first.
  await forgetMessages(db, personId)
  return ended
}

/**
 * Lock order, against deadlocks: companies before their bookings, as everybody who answers does, and several companies by
 * id. A company may be moving its bookings between lanes at this moment, which locks them in any order.
 */
async function lockCompanies(db: Database, personId: string, others: readonly string[]) {
  const own = await readOwnCompany(db, personId)
  const ids = new Set([...(own ? [own.id] : []), ...others])
  for (const id of [...ids].sort()) await lockCapacity(db, id)
}

/**
 * Counts what `leaveBookings` would end now: upcoming visits by whose they are, those too late to cancel free, and
 * disputes. Also the member's places on waiting lists, which are deleted with the profile.
 */
export async function countEndedByLeaving(db: Database, personId: string, now: Date) {
  const visits = byVisit(
    await readBookings(
      db,
      (await readAhead(db, personId, now)).map(({ id }) => id),
    ),
  )
  const booked = visits.filter(([{ customer }]) => customer?.id === personId)
  const late = booked.filter((visit) => visit.some((one) => isLateToCancel('member', one, now)))
  const company = await readOwnCompany(db, personId)
  const disputes = await readOpenDisputesOf(db, personId, company ? [company.id] : [])
  const waits = await readWaitsOf(db, personId)
  return {
    booked: booked.length,
    late: late.length,
    jobs: visits.length - booked.length,
    disputes: disputes.length,
    waits: waits.length,
  }
}
