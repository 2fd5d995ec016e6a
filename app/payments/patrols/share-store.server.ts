import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { firstDay, type Month, monthOfDay } from '~/shared/month'
import type { PatrolPart } from './share'

/** The SQL of the patrol share: its percentage, the parts of receipts, and payouts. */

export async function readSharePercent(db: Database): Promise<number> {
  const { percent } = await db
    .selectFrom('patrol_shares')
    .select('percent')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return percent
}

export async function insertShare(db: Database, percent: number, by: string, now: Date) {
  await db.insertInto('patrol_shares').values({ percent, since: now, set_by: by }).execute()
}

export async function insertParts(db: Database, receiptNumber: number, parts: readonly PatrolPart[]) {
  if (parts.length === 0) return
  await db
    .insertInto('patrol_parts')
    .values(
      parts.map((part, index) => ({
        receipt_number: receiptNumber,
        position: index + 1,
        slot_id: part.slotId,
        company_id: part.companyId,
        postcode: part.postcode,
        month: firstDay(part.month),
        percent: part.percent,
        net_cents: part.net,
        amount_cents: part.amount,
      })),
    )
    .execute()
}

/** The parts of a receipt, less its credit notes. */
export async function readPartsLeft(db: Database, receiptNumber: number): Promise<PatrolPart[]> {
  const rows = await db
    .selectFrom('patrol_parts')
    .innerJoin('receipts', 'receipts.number', 'patrol_parts.receipt_number')
    .select(['slot_id as slotId', 'patrol_parts.company_id as companyId', 'postcode', 'month', 'percent'])
    .select((of) => of.fn.sum<Ore>('patrol_parts.net_cents').as('net'))
    .select((of) => of.fn.sum<Ore>('patrol_parts.amount_cents').as('amount'))
    .where((where) => where.or([where('receipts.number', '=', receiptNumber), where('credits', '=', receiptNumber)]))
    .groupBy(['slot_id', 'patrol_parts.company_id', 'postcode', 'month', 'percent'])
    .execute()
  return rows.map((row) => ({ ...row, month: monthOfDay(row.month) }))
}

/** The patrol part of a receipt and its postcode; null if there is none. */
export async function readPartOfReceipt(db: Database, receiptNumber: number) {
  const row = await db
    .selectFrom('patrol_parts')
    .select('postcode')
    .select((of) => of.fn.sum<Ore>('amount_cents').as('amount'))
    .where('receipt_number', '=', receiptNumber)
    .groupBy('postcode')
    .executeTakeFirst()
  return row && row.amount !== 0 ? row : null
}

/** What companies have set aside for a postcode's patrols, in the month and in all; and how much of it is paid out. */
export async function readPatrolSums(db: Database, postcode: string, month: Month) {
  const ofMonth = sql<boolean>`month = ${firstDay(month)}::date`
  const set = await db
    .selectFrom('patrol_parts')
    .select((of) => of.fn.coalesce(of.fn.sum<Ore>('amount_cents'), sql<Ore>`0`).as('ever'))
    .select(sql<Ore>`coalesce(sum(amount_cents) filter (where ${ofMonth}), 0)`.as('inMonth'))
    .where('postcode', '=', postcode)
    .executeTakeFirstOrThrow()
  const { companies } = await db
    .selectFrom((of) =>
      of
        .selectFrom('patrol_parts')
        .select('company_id')
        .where('postcode', '=', postcode)
        .where(ofMonth)
        .groupBy('company_id')
        .having((each) => each.fn.sum('amount_cents'), '>', 0)
        .as('giving'),
    )
    .select((of) => of.fn.countAll<number>().as('companies'))
    .executeTakeFirstOrThrow()
  const { paidOut } = await db
    .selectFrom('patrol_payouts')
    .select((of) => of.fn.coalesce(of.fn.sum<Ore>('amount_cents'), sql<Ore>`0`).as('paidOut'))
    .where('postcode', '=', postcode)
    .executeTakeFirstOrThrow()
  return { ...set, companies, paidOut }
}

/** The patrol part of each company in a month, where it is above zero. */
export async function readGivenInMonth(db: Database, month: Month): Promise<{ companyId: string; amount: Ore }[]> {
  return db
    .selectFrom('patrol_parts')
    .select('company_id as companyId')
    .select((of) => of.fn.sum<Ore>('amount_cents').as('amount'))
    .where('month', '=', firstDay(month))
    .groupBy('company_id')
    .having((of) => of.fn.sum('amount_cents'), '>', 0)
    .execute()
}

export type NewPatrolPayout = {
  id: string
  postcode: string
  companyId: string
  amount: Ore
  paidOn: string
  reference: string
  by: string
}

export async function isPatrolPayoutKnown(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('patrol_payouts').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Idempotent by id: false if it was noted before. */
export async function insertPatrolPayout(db: Database, payout: NewPatrolPayout, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('patrol_payouts')
    .values({
      id: payout.id,
      postcode: payout.postcode,
      company_id: payout.companyId,
      amount_cents: payout.amount,
      paid_on: payout.paidOn,
      reference: payout.reference,
      noted_by: payout.by,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Payouts of a postcode, latest first. */
export async function readPatrolPayouts(db: Database, postcode: string, most: number) {
  return db
    .selectFrom('patrol_payouts')
    .select(['id', 'company_id as companyId', 'amount_cents as amount', 'paid_on as paidOn', 'reference'])
    .where('postcode', '=', postcode)
    .orderBy('paid_on', 'desc')
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}
