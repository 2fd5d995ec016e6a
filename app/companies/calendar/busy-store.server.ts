import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { claimedFor } from '~/platform/work/claim.server'
import type { Busy } from './busy-in'

/** The SQL of companies' own calendars and their busy times. Every query for a page names the company. */

export async function readBusyCalendar(db: Database, companyId: string) {
  return db
    .selectFrom('busy_calendars')
    .select(['address_sealed as sealed', 'read_at as readAt', 'failing_since as failingSince', 'failure', 'unread'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

/**
 * For the export of a person's data (GDPR), without the addresses: those are secrets, and the file may lie anywhere.
 */
export async function readBusyCalendarsOf(db: Database, companyIds: readonly string[]) {
  if (companyIds.length === 0) return []
  return db
    .selectFrom('busy_calendars')
    .select(['company_id as companyId', 'created_at as createdAt', 'read_at as readAt'])
    .where('company_id', 'in', companyIds)
    .execute()
}

/** Sets a new address, and deletes the busy times that the earlier one gave. */
export async function replaceBusyCalendar(db: Database, companyId: string, sealed: string, now: Date) {
  await deleteBusyCalendar(db, companyId)
  await db
    .insertInto('busy_calendars')
    .values({ company_id: companyId, address_sealed: sealed, next_attempt_at: now, created_at: now })
    .execute()
}

export async function deleteBusyCalendar(db: Database, companyId: string) {
  await db.deleteFrom('busy_calendars').where('company_id', '=', companyId).execute()
}

/** Somewhat longer than the slowest read takes. */
const claimSeconds = 120
const mostAtOnce = 20

export type DueCalendar = Awaited<ReturnType<typeof claimDueCalendars>>[number]

/** Claims calendars that are due under a lease, for this process alone until the lease expires. */
export async function claimDueCalendars(db: Database, now: Date) {
  const due = db
    .selectFrom('busy_calendars')
    .select('company_id')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(mostAtOnce)
    .forUpdate()
    .skipLocked()
  return db
    .with('due', () => due)
    .updateTable('busy_calendars')
    .set(claimedFor(now, claimSeconds))
    .where('company_id', 'in', (from) => from.selectFrom('due').select('due.company_id'))
    .returning(['company_id as companyId', 'address_sealed as sealed', 'etag', 'attempts'])
    .returning(['failing_since as failingSince', 'told_at as toldAt', 'read_at as readAt'])
    .execute()
}

type Read = { sealed: string; etag: string | null; next: Date; unread: number | null }

/**
 * Notes a successful read; `unread` is null if the file was not modified. False if the address has changed meanwhile
 * (race): then the result is discarded.
 */
export async function settleRead(db: Database, due: DueCalendar, read: Read, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('busy_calendars')
    .set({ address_sealed: read.sealed, etag: read.etag, read_at: now, next_attempt_at: read.next, attempts: 0 })
    .set({ failing_since: null, failure: null, told_at: null, ...(read.unread !== null && { unread: read.unread }) })
    .where('company_id', '=', due.companyId)
    .where('address_sealed', '=', due.sealed)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function settleFailure(
  db: Database,
  due: DueCalendar,
  { failure, next, told }: { failure: string; next: Date; told: boolean },
  now: Date,
) {
  await db
    .updateTable('busy_calendars')
    .set({ failure, next_attempt_at: next, failing_since: due.failingSince ?? now, ...(told && { told_at: now }) })
    .where('company_id', '=', due.companyId)
    .where('address_sealed', '=', due.sealed)
    .execute()
}

export async function replaceBusyTimes(db: Database, companyId: string, busy: readonly Busy[]) {
  await db.deleteFrom('busy_times').where('company_id', '=', companyId).execute()
  const column = (at: (one: Busy) => number) => busy.map((one) => new Date(at(one)))
  await sql`insert into busy_times (company_id, from_at, to_at)
    select ${companyId}, from_at, to_at
    from unnest(${column(({ from }) => from)}::timestamptz[], ${column(({ to }) => to)}::timestamptz[])
      as busy (from_at, to_at)`.execute(db)
}

/** Somewhat further than anything can be booked ahead. */
const daysAhead = 100

/** SQL fragment for a query of `companies`: the busy times from a day on, as one JSON value. */
export const busyFrom = (day: string) => sql<Busy[]>`(select coalesce(json_agg(json_build_object(
    'from', extract(epoch from from_at) * 1000, 'to', extract(epoch from to_at) * 1000) order by from_at), '[]')
  from busy_times where company_id = companies.id
    and to_at > ${day}::date and from_at < ${day}::date + ${daysAhead}::integer)`
