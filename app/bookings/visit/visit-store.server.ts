import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { type Booking, bookingFrom, selectBooking } from '../booking-store.server'

type InVisit = { id: string; visitId: string | null }

/** What must be known before a booking can be locked in the right order. None of it ever changes. */
export async function readPlaceOf(db: Database, id: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'company_id as companyId', 'visit_id as visitId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** All bookings of the same visit, in any state, in order of time. */
export async function readVisit(db: Database, one: InVisit): Promise<Booking[]> {
  return (await visitOf(db, one).execute()).map(bookingFrom)
}

/**
 * The same with their rows locked until the transaction ends. Lock order: the company first, since jobs that change
 * lanes are locked in no particular order.
 */
export async function lockVisit(db: Database, one: InVisit): Promise<Booking[]> {
  return (await visitOf(db, one).forNoKeyUpdate('bookings').execute()).map(bookingFrom)
}

/** Ordered by id, the lock order for several bookings; within a visit it is also the order of time. */
const visitOf = (db: Database, { id, visitId }: InVisit) =>
  selectBooking(db)
    .where(visitId === null ? 'bookings.id' : 'bookings.visit_id', '=', visitId ?? id)
    .orderBy('bookings.id')

/** Condition for lists: bookings of one visit in the same state are shown as one, represented by the first. */
export const isFirstOfVisit = sql<boolean>`not exists (select from bookings as other
  where other.visit_id = bookings.visit_id and other.status = bookings.status and other.id < bookings.id)`

/** The title of such a row: its own, with those of the other bookings of the visit in the same state. */
export const visitTitles = sql<string[]>`case when bookings.visit_id is null then array[bookings.service_title]
  else array(select part.service_title from bookings as part
    where part.visit_id = bookings.visit_id and part.status = bookings.status order by part.id) end`

/** The id of the first booking becomes the id of the visit; the others are inserted with it. */
export async function beginVisit(db: Database, firstId: string) {
  await db.updateTable('bookings').set({ visit_id: firstId }).where('id', '=', firstId).execute()
}

/** Leaves `sequence` unchanged: neither side sees the buffer or the lane. */
export async function keepBusy(db: Database, id: string, busyUntil: Date, lane: number) {
  await db.updateTable('bookings').set({ busy_until: busyUntil, lane }).where('id', '=', id).execute()
}
