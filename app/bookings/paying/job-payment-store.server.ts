import { personName } from '~/accounts/public.server'
import { companyName } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Side } from '../booking'
import { type Correction, nothingSaid, type PaymentFacts } from './job-payment'

/** What the two sides have said about a job's payment. The states that follow from it are in job-payment.ts. */

export async function readPaymentFacts(db: Database, bookingId: string): Promise<PaymentFacts> {
  const row = await db.selectFrom('job_payments').selectAll().where('booking_id', '=', bookingId).executeTakeFirst()
  if (!row) return nothingSaid
  const { disputed_by: by, disputed_at: at, decision: text, is_settled: isSettled } = row
  return {
    memberSaidAt: row.member_said_at,
    companySaidAt: row.company_said_at,
    dispute: by && at && { by, at, text: row.dispute, ended: row.ended_how },
    decision: text !== null && isSettled !== null ? { text, isSettled } : null,
  }
}

export async function sayPaid(db: Database, bookingId: string, by: Side, now: Date) {
  const said = by === 'member' ? { member_said_at: now } : { company_said_at: now }
  await db
    .insertInto('job_payments')
    .values({ booking_id: bookingId, ...said })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(said))
    .execute()
}

export async function openDispute(db: Database, bookingId: string, by: Side, text: string, now: Date) {
  const opened = { disputed_by: by, disputed_at: now, dispute: text, ended_at: null, ended_how: null }
  await db
    .insertInto('job_payments')
    .values({ booking_id: bookingId, ...opened })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(opened))
    .execute()
}

export async function endDispute(db: Database, bookingId: string, how: 'agreed' | 'left', now: Date) {
  await db
    .updateTable('job_payments')
    .set({ ended_at: now, ended_how: how })
    .where('booking_id', '=', bookingId)
    .where('disputed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .execute()
}

export type Decision = { text: string; isSettled: boolean; by: string }

/** If something is left to pay, both sides' statements are reset: they were what the dispute was about. */
export async function writeDecision(db: Database, bookingId: string, { text, isSettled, by }: Decision, now: Date) {
  await db
    .updateTable('job_payments')
    .set({ decision: text, is_settled: isSettled, decided_by: by, ended_at: now, ended_how: 'decided' })
    .set(isSettled ? {} : { member_said_at: null, company_said_at: null })
    .where('booking_id', '=', bookingId)
    .execute()
}

/** A database trigger puts the credit on the next fee, and refuses a correction that does not lower the price. */
export async function insertCorrection(
  db: Database,
  bookingId: string,
  { customerPaysOre, feeOre }: Correction,
  now: Date,
) {
  await db
    .insertInto('booking_corrections')
    .values({ booking_id: bookingId, corrected_at: now, customer_pays_cents: customerPaysOre, fee_cents: feeOre })
    .execute()
}

export async function readCorrection(db: Database, bookingId: string): Promise<Correction | undefined> {
  return db
    .selectFrom('booking_corrections')
    .select(['customer_pays_cents as customerPaysOre', 'fee_cents as feeOre'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
}

/** The open disputes that wait for an administrator, oldest first. */
export async function readDisputes(db: Database, limit: number) {
  return db
    .selectFrom('job_payments')
    .innerJoin('bookings', 'bookings.id', 'job_payments.booking_id')
    .select(['booking_id as id', 'disputed_by as by', 'disputed_at as at', 'dispute as text'])
    .select(['member_said_at as memberSaidAt', 'company_said_at as companySaidAt'])
    .select([
      'bookings.service_title as title',
      'bookings.scheduled_at as startsAt',
      'bookings.company_id as companyId',
    ])
    .select('bookings.amount_customer_pays_cents as customerPaysOre')
    .select(companyName('bookings.company_id').as('companyName'))
    .select(personName('bookings.customer_id').as('customerName'))
    .where('disputed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .orderBy('disputed_at')
    .orderBy('booking_id')
    .limit(limit)
    .execute()
}

/** A person's open disputes, as member and of the companies given. */
export async function readOpenDisputesOf(
  db: Database,
  personId: string,
  companyIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('job_payments')
    .innerJoin('bookings', 'bookings.id', 'job_payments.booking_id')
    .select('booking_id as id')
    .where('disputed_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where((is) =>
      is.or([
        is('bookings.customer_id', '=', personId),
        ...(companyIds.length > 0 ? [is('bookings.company_id', 'in', companyIds)] : []),
      ]),
    )
    .orderBy('booking_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Erases what a member wrote in disputes when their account is deleted. */
export async function forgetDisputes(db: Database, personId: string) {
  await db
    .updateTable('job_payments')
    .set({ dispute: null })
    .where('disputed_by', '=', 'member')
    .where('booking_id', 'in', (of) => of.selectFrom('bookings').select('id').where('customer_id', '=', personId))
    .execute()
}
