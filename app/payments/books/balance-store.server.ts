import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/** Sums that must be equal or zero (see below) in every committed state. Those are the invariants of the books. */
type Sums = Record<
  | 'payments'
  | 'receipts'
  | 'income'
  | 'money'
  | 'paid'
  | 'ledger'
  | 'uneven'
  | 'setAside'
  | 'belowNothing'
  | 'vat'
  | 'givenOut'
  | 'numbers'
  | 'inRow'
  | 'vouchers'
  | 'owed'
  | 'toPayOut',
  number
>

/**
 * Reconciles the books: receipts, ledger and payments agree, each voucher sums to zero, and no number is missing.
 * Returns the invariants that fail, each with its values. Run on a restored backup, and after every step of the tests
 * about money.
 */
export async function readImbalances(db: Database): Promise<string[]> {
  const { rows } = await sql<Sums>`
    select
      (select coalesce(sum(amount_cents), 0) from payments) - (select coalesce(sum(amount_cents), 0) from refunds) as payments,
      (select coalesce(sum(gross_cents), 0) from receipts) as receipts,
      -(select coalesce(sum(amount_cents), 0) from ledger_entries where account in (2611, 3011, 3012, 3013)) as income,
      (select coalesce(sum(amount_cents), 0) from ledger_entries where account in (1580, 1930, 2890))
        + (select coalesce(sum(amount_cents), 0) from patrol_payouts) as money,
      (select coalesce(sum(gross_cents), 0) from charges where status = 'paid')
        - (select coalesce(sum(amount_cents), 0) from refunds) as paid,
      (select coalesce(sum(amount_cents), 0) from ledger_entries) as ledger,
      (select count(*) from (
        select from ledger_entries group by voucher_id having sum(amount_cents) <> 0
      ) as of_vouchers) as uneven,
      -(select coalesce(sum(amount_cents), 0) from ledger_entries where account = 2898)
        - (select coalesce(sum(amount_cents), 0) from patrol_parts)
        + (select coalesce(sum(amount_cents), 0) from patrol_payouts) as "setAside",
      (select count(*) from (
        select from patrol_parts join receipts on receipts.number = receipt_number
        group by coalesce(credits, number) having sum(amount_cents) < 0
      ) as of_receipts) as "belowNothing",
      (select coalesce(sum(vat_cents), 0) from receipts)
        + (select coalesce(sum(amount_cents), 0) from ledger_entries where account = 2611) as vat,
      (select last - 1000 from receipt_counter) as "givenOut",
      (select count(*) from receipts) as numbers,
      (select count(distinct number) from receipts where number between 1001 and (select last from receipt_counter)) as "inRow",
      (select count(*) from ledger_vouchers where receipt_number is not null) as vouchers,
      (select -coalesce(sum(amount_cents), 0) from ledger_entries where account = 2890) as owed,
      (select coalesce(sum(amount_cents), 0) from refunds where paid_out_at is null) as "toPayOut"`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a sum without a row')
  return imbalancesOf(sums)
}

function imbalancesOf(sums: Sums): string[] {
  const { payments, receipts, income, money, paid, ledger, uneven, setAside, belowNothing, vat } = sums
  const { givenOut, numbers, inRow, vouchers, owed, toPayOut } = sums
  const same: Record<string, [number, number]> = {
    receipts: [receipts, payments],
    income: [income, payments],
    money: [money, payments],
    paid: [paid, payments],
    ledger: [ledger, 0],
    'vouchers that add up to something': [uneven, 0],
    'set aside': [setAside, 0],
    'below nothing': [belowNothing, 0],
    vat: [vat, 0],
    'numbers given out': [numbers, givenOut],
    'numbers in a row': [inRow, givenOut],
    'vouchers of receipts': [vouchers, givenOut],
    'owed back': [owed, toPayOut],
  }
  return Object.entries(same).flatMap(([what, [is, mustBe]]) =>
    is === mustBe ? [] : [`${what}: ${is} where ${mustBe} is right`],
  )
}
