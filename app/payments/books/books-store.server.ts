import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Entry } from '../ledger'
import type { BookPeriod } from './book-period'

type Days = Pick<BookPeriod, 'from' | 'until'>

/** Midnight in Stockholm: vouchers are dated in Stockholm's time zone. */
const midnight = (day: string) => sql<Date>`(${day}::date::timestamp at time zone 'Europe/Stockholm')`

/** The time of the first voucher, or null. */
export async function readFirstVoucherAt(db: Database): Promise<Date | null> {
  const first = await db.selectFrom('ledger_vouchers').select('at').orderBy('at').limit(1).executeTakeFirst()
  return first?.at ?? null
}

/** The sum of each account in each month of the period. */
export async function sumAccounts(db: Database, { from, until }: Days) {
  return db
    .selectFrom('ledger_vouchers')
    .innerJoin('ledger_entries', 'ledger_entries.voucher_id', 'ledger_vouchers.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.number', 'ledger_entries.account')
    .select(['ledger_accounts.number as account', 'ledger_accounts.name'])
    .select(sql<string>`to_char(ledger_vouchers.at at time zone 'Europe/Stockholm', 'YYYY-MM')`.as('month'))
    .select((of) => of.fn.sum<number>('ledger_entries.amount_cents').as('amount'))
    .where('ledger_vouchers.at', '>=', midnight(from))
    .where('ledger_vouchers.at', '<', midnight(until))
    .groupBy(['ledger_accounts.number', 'ledger_accounts.name', 'month'])
    .orderBy('month')
    .orderBy('ledger_accounts.number')
    .execute()
}

export type VoucherShown = { id: string; at: Date; entries: Entry[]; about: VoucherCause }
/** What a voucher books: a receipt, a credit note, a refund that was paid out, or a payout to patrols. */
export type VoucherCause =
  | { kind: 'receipt' | 'credit' | 'payout'; receiptNumber: number; reference: string }
  | { kind: 'patrols'; postcode: string; reference: string }

/** Keyset pagination: the next batch of the period's vouchers after the given one, in the order they were written. */
export async function readVouchers(
  db: Database,
  { from, until }: Days,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<VoucherShown[]> {
  type Row = Omit<VoucherShown, 'entries'> & { entries: [number, number][] }
  const { rows } = await sql<Row>`
    select
      vouchers.id, vouchers.at,
      case when payouts.id is not null
        then json_build_object('kind', 'patrols', 'postcode', payouts.postcode, 'reference', payouts.reference)
        else json_build_object(
          'kind', case when vouchers.paid_out_refund_id is not null then 'payout' else receipts.kind end,
          'receiptNumber', receipts.number, 'reference', charges.reference)
      end as about,
      (select json_agg(json_build_array(account, amount_cents) order by account)
        from ledger_entries where voucher_id = vouchers.id) as entries
    from ledger_vouchers as vouchers
    left join patrol_payouts as payouts on payouts.id = vouchers.patrol_payout_id
    left join receipts on receipts.number = vouchers.receipt_number or receipts.refund_id = vouchers.paid_out_refund_id
    left join refunds on refunds.id = receipts.refund_id
    left join payments on payments.id = coalesce(receipts.payment_id, refunds.payment_id)
    left join charges on charges.id = payments.charge_id
    where vouchers.at >= ${midnight(from)} and vouchers.at < ${midnight(until)}
      ${after ? sql`and (vouchers.at, vouchers.id) > (${after.at}, ${after.id}::uuid)` : sql``}
    order by vouchers.at, vouchers.id
    limit ${limit}`.execute(db)
  return rows.map(({ entries, ...voucher }) => ({
    ...voucher,
    entries: entries.map(([account, amount]) => ({ account, amount })),
  }))
}
