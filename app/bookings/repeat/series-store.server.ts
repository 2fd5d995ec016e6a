import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { openCompaniesOf } from '~/companies/public.server'
import type { Database, Tables } from '~/platform/database/database.server'
import type { Weeks } from './rhythm'

/** What repeats. Everything here is changed by whoever holds its company, as what is booked of it is. */

export type Series = NonNullable<Awaited<ReturnType<typeof readSeries>>>

export async function readSeries(db: Database, id: string) {
  const row = await db.selectFrom('booking_series').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row && {
      id: row.id,
      customerId: row.customer_id,
      companyId: row.company_id,
      serviceId: row.service_id,
      weeks: row.weeks as Weeks,
      time: row.start_time.slice(0, 5),
      onHolidays: row.on_holidays,
      terms: row.terms,
      askedTerms: row.asked_terms,
      nextDay: row.next_day,
      dueAt: row.due_at,
      confirmedAt: row.confirmed_at,
      endedAt: row.ended_at,
    }
  )
}

export async function insertSeries(db: Database, series: Insertable<Tables['booking_series']>): Promise<string> {
  const { id } = await db.insertInto('booking_series').values(series).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function changeSeries(db: Database, id: string, change: Updateable<Tables['booking_series']>) {
  await db.updateTable('booking_series').set(change).where('id', '=', id).execute()
}

/** Which day of the rhythm a booking is for. Refused by `bookings_once_a_series_day` for a day that has been made. */
export async function putInSeries(db: Database, bookingId: string, seriesId: string, day: string) {
  await db.updateTable('bookings').set({ series_id: seriesId, series_day: day }).where('id', '=', bookingId).execute()
}

/** Those that may have times to make, and their companies, which are to be held before they are read. */
export async function readDueSeries(db: Database, now: Date, limit: number) {
  return db
    .selectFrom('booking_series')
    .select(['id', 'company_id as companyId'])
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What goes on of a person's, as member and as company. In the order in which the companies are held. */
export async function readSeriesOf(db: Database, personId: string) {
  return db
    .selectFrom('booking_series')
    .select(['id', 'company_id as companyId', 'customer_id as customerId'])
    .where('confirmed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('customer_id', '=', personId), is('company_id', 'in', openCompaniesOf(personId))]))
    .orderBy('company_id')
    .orderBy('id')
    .execute()
}

/** The last of its times that were made, whatever has become of it: what the next one is like. */
export async function readLastOf(db: Database, seriesId: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'address', 'phone', 'note', 'service_title as title'])
    .where('series_id', '=', seriesId)
    .orderBy('series_day', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** What lies ahead of it, in order of time. Never more than fit in three months. */
export async function readAheadOf(db: Database, seriesId: string, now: Date) {
  return db
    .selectFrom('bookings')
    .select(['id', 'scheduled_at as startsAt', 'status'])
    .where('series_id', '=', seriesId)
    .where('status', 'in', ['pending', 'confirmed'])
    .where('scheduled_at', '>', now)
    .orderBy('scheduled_at')
    .execute()
}

/** How often the booking of a row comes again, while it does. */
export const repeatsEvery = sql<Weeks | null>`(select weeks from booking_series
  where booking_series.id = bookings.series_id and ended_at is null and bookings.status <> 'cancelled')`

/** What somebody has that repeats, for the file they can fetch. */
export async function readSeriesWhole(db: Database, customerId: string) {
  const rows = await db
    .selectFrom('booking_series')
    .select(['weeks', 'start_time', 'on_holidays', 'created_at', 'confirmed_at', 'ended_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, weeks: row.weeks as Weeks }))
}
