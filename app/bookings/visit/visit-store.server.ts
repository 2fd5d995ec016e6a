import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { type Booking, bookingFrom, selectBooking } from '../booking-store.server'

type InVisit = { id: string; visitId: string | null }

/** What has to be known to hold a booking; it never changes. */
export async function readPlaceOf(db: Database, id: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'company_id as companyId', 'visit_id as visitId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A booking with all that was booked for the same visit, whatever has become of it, in order of time. */
export async function readVisit(db: Database, one: InVisit): Promise<Booking[]> {
  return (await visitOf(db, one).execute()).map(bookingFrom)
}

/** The same, held until the transaction ends. Whoever holds a visit holds its company first, since jobs that change lanes are held in any order. */
export async function lockVisit(db: Database, one: InVisit): Promise<Booking[]> {
  return (await visitOf(db, one).forNoKeyUpdate('bookings').execute()).map(bookingFrom)
}

/** Their ids come in order of time too, and whoever holds several bookings holds them in the order of their ids. */
const visitOf = (db: Database, { id, visitId }: InVisit) =>
  selectBooking(db)
    .where(visitId === null ? 'bookings.id' : 'bookings.visit_id', '=', visitId ?? id)
    .orderBy('bookings.id')

/** What was booked for one visit and stands alike is shown as one, and found by the first of it. */
export const isFirstOfVisit = sql<boolean>`not exists (select from bookings as other
  where other.visit_id = bookings.visit_id and other.status = bookings.status and other.id < bookings.id)`

/** What a row of bookings is called, with what stands alike in its visit. */
export const visitTitles = sql<string[]>`case when bookings.visit_id is null then array[bookings.service_title]
  else array(select part.service_title from bookings as part
    where part.visit_id = bookings.visit_id and part.status = bookings.status order by part.id) end`

/** The first booking gives a visit its id; the others are written with it. */
export async function beginVisit(db: Database, firstId: string) {
  await db.updateTable('bookings').set({ visit_id: firstId }).where('id', '=', firstId).execute()
}

/** Until when it keeps which hands: nothing that its two sides see. */
export async function keepBusy(db: Database, id: string, busyUntil: Date, lane: number) {
  await db.updateTable('bookings').set({ busy_until: busyUntil, lane }).where('id', '=', id).execute()
}
