import { type RawBuilder, sql } from 'kysely'
import { inOpenStates } from '~/alarms/public.server'
import { faultsToMend } from '~/faults/public.server'
import type { Database } from '~/platform/database/database.server'

/** Something that waits for an administrator: how many, counted to at most `mostCounted`, and since when the oldest. */
export type Waiting = { count: number; since: Date | null }

/** Beyond a hundred the exact number does not matter. */
export const mostCounted = 100

/** Counts the oldest `rows`, whose column `at` is the time since when each waits. */
async function waiting(db: Database, rows: RawBuilder<unknown>): Promise<Waiting> {
  const found = await sql<Waiting>`
    select count(*)::int as count, min(at) as since from (
      select at from (${rows}) as every order by at limit ${mostCounted}) as oldest`.execute(db)
  return found.rows[0] ?? { count: 0, since: null }
}

/** Open alarms, without tests: those that somebody has taken, or those that nobody has answered. */
export const readOpenAlarms = (db: Database, { taken }: { taken: boolean }) =>
  waiting(
    db,
    sql`select created_at as at from safety_alarms
      where status ${inOpenStates} and (status <> 'new') = ${taken} and not is_test`,
  )

export const readIncidents = (db: Database) =>
  waiting(db, sql`select found_at as at from alarm_incidents where gone_at is null`)

/** Open postcodes without a callable partner, as of the last run of `tellOfUncovered` (guards). */
export const readUncovered = (db: Database) => waiting(db, sql`select since as at from uncovered_postcodes`)

/** For a company that asks for another name the time is null, since it is not recorded. */
export const readCompaniesToReview = (db: Database) =>
  waiting(
    db,
    sql`select case when proposed_name is null then created_at end as at
      from companies where review_state = 'waiting' and deleted_at is null`,
  )

export const readBroadcastsAsked = (db: Database) =>
  waiting(db, sql`select created_at as at from broadcasts where state = 'asked'`)

/** Reviews, since one decision answers all reports of a review. */
export const readReportedReviews = (db: Database) =>
  waiting(db, sql`select min(reported_at) as at from review_reports where decision is null group by review_id`)

export const readOpenQuestions = (db: Database) =>
  waiting(db, sql`select created_at as at from contact_messages where state = 'new'`)

export const readFailedMessages = (db: Database, after: Date) =>
  waiting(db, sql`select created_at as at from outbox_messages where state = 'failed' and created_at >= ${after}`)

/** Charges that are not paid yet. */
export const readOpenCharges = (db: Database) =>
  waiting(db, sql`select issued_at as at from charges where status = 'open'`)

/** Imported bank files whose payments have not been booked. */
export const readFilesToBook = (db: Database) =>
  waiting(db, sql`select read_at as at from bank_files where booked_at is null`)

/** Swish payments that do not match their request, or whose outcome was never reported. */
export const readSwishToSee = (db: Database) =>
  waiting(
    db,
    sql`select coalesce(ended_at, created_at) as at from swish_requests where note is not null and seen_at is null`,
  )

export const readCardEventsToSee = (db: Database) =>
  waiting(
    db,
    sql`select received_at as at from card_events
      where outcome in ('mismatch', 'paid twice', 'given back') and seen_at is null`,
  )

/** Orders refused by the card provider. A UUIDv7 contains the time of its creation. */
export const readRefusedOrders = (db: Database) =>
  waiting(db, sql`select uuid_extract_timestamp(id) as at from card_orders where state = 'failed'`)

/** Refunds that an administrator must send; those of card payments are automatic. */
export const readRefundsToSend = (db: Database) =>
  waiting(
    db,
    sql`select refunds.created_at as at from refunds join payments on payments.id = refunds.payment_id
      where refunds.paid_out_at is null and payments.method = 'swish'`,
  )

/** Jobs whose two sides disagree on the payment. */
export const readPaymentDisputes = (db: Database) =>
  waiting(db, sql`select disputed_at as at from job_payments where disputed_at is not null and ended_at is null`)

/** Point limits that were reached and not reviewed. */
export const readPointMarks = (db: Database) =>
  waiting(db, sql`select marked_at as at from point_marks where settled_at is null`)

/** Faults not marked as mended. */
export const readFaultsToMend = (db: Database) => waiting(db, faultsToMend)

/** Permits that have expired or do so within `days`. Each waits since `days` before its last day. */
export const readPermitsEnding = (db: Database, today: string, days: number) =>
  waiting(
    db,
    sql`select ((permit.valid_until - ${days}::int)::timestamp at time zone 'Europe/Stockholm') as at
      from security_partner_records as permit join companies on companies.id = permit.company_id
      where permit.valid_until <= ${today}::date + ${days}::int and companies.is_security_partner
        and companies.deleted_at is null`,
  )
