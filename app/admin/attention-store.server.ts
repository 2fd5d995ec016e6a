import { type RawBuilder, sql } from 'kysely'
import { inOpenStates } from '~/alarms/public.server'
import { faultsToMend } from '~/faults/public.server'
import type { Database } from '~/platform/database/database.server'

/** What waits for an administrator: how much, no further than `mostCounted`, and since when the oldest has. */
export type Waiting = { count: number; since: Date | null }

/** "More than a hundred" says the same as a thousand. */
export const mostCounted = 100

/** `rows` have the moment at which each began to wait as `at`; the oldest are the ones that are looked at. */
async function waiting(db: Database, rows: RawBuilder<unknown>): Promise<Waiting> {
  const found = await sql<Waiting>`
    select count(*)::int as count, min(at) as since from (
      select at from (${rows}) as every order by at limit ${mostCounted}) as oldest`.execute(db)
  return found.rows[0] ?? { count: 0, since: null }
}

/** `taken` are those that somebody has; the others nobody has answered. */
export const readOpenAlarms = (db: Database, { taken }: { taken: boolean }) =>
  waiting(
    db,
    sql`select created_at as at from safety_alarms
      where status ${inOpenStates} and (status <> 'new') = ${taken} and not is_test`,
  )

export const readIncidents = (db: Database) =>
  waiting(db, sql`select found_at as at from alarm_incidents where gone_at is null`)

/** Open postcodes that no partner is called in, as of the last minute (guards, `tellOfUncovered`). */
export const readUncovered = (db: Database) => waiting(db, sql`select since as at from uncovered_postcodes`)

/** A company that asks for another name was listed long before: of it nobody knows since when it waits. */
export const readCompaniesToReview = (db: Database) =>
  waiting(
    db,
    sql`select case when proposed_name is null then created_at end as at
      from companies where review_state = 'waiting' and deleted_at is null`,
  )

export const readBroadcastsAsked = (db: Database) =>
  waiting(db, sql`select created_at as at from broadcasts where state = 'asked'`)

/** Each word that waits for an answer: several may be of one review. */
export const readReportedReviews = (db: Database) =>
  waiting(db, sql`select reported_at as at from review_reports where decision is null`)

export const readOpenQuestions = (db: Database) =>
  waiting(db, sql`select created_at as at from contact_messages where state = 'new'`)

export const readFailedMessages = (db: Database, after: Date) =>
  waiting(db, sql`select created_at as at from outbox_messages where state = 'failed' and created_at >= ${after}`)

/** Charges that wait for somebody to see that the money has come. */
export const readOpenCharges = (db: Database) =>
  waiting(db, sql`select issued_at as at from charges where status = 'open'`)

/** Bank files that were read in, and whose payments nobody has booked. */
export const readFilesToBook = (db: Database) =>
  waiting(db, sql`select read_at as at from bank_files where booked_at is null`)

/** Paid, and not what was asked for, or never told of. */
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

/** What the provider of cards would not do. An id of ours begins with the moment it was made. */
export const readRefusedOrders = (db: Database) =>
  waiting(db, sql`select uuid_extract_timestamp(id) as at from card_orders where state = 'failed'`)

/** Money owed back that an administrator sends; what was paid by card goes back by itself. */
export const readRefundsToSend = (db: Database) =>
  waiting(
    db,
    sql`select refunds.created_at as at from refunds join payments on payments.id = refunds.payment_id
      where refunds.paid_out_at is null and payments.method = 'swish'`,
  )

/** Jobs whose two sides do not agree on the payment. */
export const readPaymentDisputes = (db: Database) =>
  waiting(db, sql`select disputed_at as at from job_payments where disputed_at is not null and ended_at is null`)

/** Points that reached a limit, and that nobody has looked at. */
export const readPointMarks = (db: Database) =>
  waiting(db, sql`select marked_at as at from point_marks where settled_at is null`)

/** What broke of ours, and nobody has said is mended. */
export const readFaultsToMend = (db: Database) => waiting(db, faultsToMend)

/** Permits that have run out or do so within `days`: each waits since it was so many days from its last. */
export const readPermitsEnding = (db: Database, today: string, days: number) =>
  waiting(
    db,
    sql`select ((permit.valid_until - ${days}::int)::timestamp at time zone 'Europe/Stockholm') as at
      from security_partner_records as permit join companies on companies.id = permit.company_id
      where permit.valid_until <= ${today}::date + ${days}::int and companies.is_security_partner
        and companies.deleted_at is null`,
  )
