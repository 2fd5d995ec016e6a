import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { openCompaniesOf } from '~/companies/public.server'
import type { Database, Tables } from '~/platform/database/database.server'
import type { Weeks } from './rhythm'

/** Series. Precondition of every write: the company is locked first, as for its bookings. */

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

/** Assigns a booking to a day of its series; unique by the index `bookings_once_a_series_day`. */
export async function putInSeries(db: Database, bookingId: string, seriesId: string, day: string) {
  await db.updateTable('bookings').set({ series_id: seriesId, series_day: day }).where('id', '=', bookingId).execute()
}

/** Series that may be due, with the companies to lock before they are read again. */
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

/** A person's running series, as member and as company, ordered by company: the lock order. */
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

/** The latest booking of a series, whatever its state: a template for the next one. */
export async function readLastOf(db: Database, seriesId: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'address', 'phone', 'note', 'service_title as title'])
    .where('series_id', '=', seriesId)
    .orderBy('series_day', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** Upcoming bookings of a series, in order of time. No paging, since a series reaches only three months ahead. */
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

/** The number of weeks between the times of a booking's series; null when it does not repeat any more. */
export const repeatsEvery = sql<Weeks | null>`(select weeks from booking_series
  where booking_series.id = bookings.series_id and ended_at is null and bookings.status <> 'cancelled')`

/** A member's series, for their data export. */
export async function readSeriesWhole(db: Database, customerId: string) {
  const rows = await db
    .selectFrom('booking_series')
    .select(['weeks', 'start_time', 'on_holidays', 'created_at', 'confirmed_at', 'ended_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, weeks: row.weeks as Weeks }))
}
