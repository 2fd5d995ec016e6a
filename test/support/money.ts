import { sql } from 'kysely'
import { expect } from 'vitest'
import { writeSie } from '~/payments/books/write-sie.server'
import { markPaid } from '~/payments/desk/mark-paid.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { readSie } from './counterparts/sie-reader'
import type { TestHouse } from './house'
import { found, valueFrom } from './outcome'

/** What the tests of money need to say. */

/** Every krona is accounted for: receipts, ledger and payments say the same, and no number is missing. */
export async function expectBooksToBalance(db: Database) {
  const { rows } = await sql<Record<string, number>>`
    select
      (select coalesce(sum(amount_cents), 0) from payments) - (select coalesce(sum(amount_cents), 0) from refunds) as payments,
      (select coalesce(sum(gross_cents), 0) from receipts) as receipts,
      -(select coalesce(sum(amount_cents), 0) from ledger_entries where account in (2611, 3011, 3012, 3013)) as income,
      (select coalesce(sum(amount_cents), 0) from ledger_entries where account in (1580, 1930, 2890))
        + (select coalesce(sum(amount_cents), 0) from patrol_payouts) as money,
      (select coalesce(sum(gross_cents), 0) from charges where status = 'paid')
        - (select coalesce(sum(amount_cents), 0) from refunds) as paid,
      (select coalesce(sum(amount_cents), 0) from ledger_entries) as ledger,
      -(select coalesce(sum(amount_cents), 0) from ledger_entries where account = 2898)
        - (select coalesce(sum(amount_cents), 0) from patrol_parts)
        + (select coalesce(sum(amount_cents), 0) from patrol_payouts) as set_aside,
      (select count(*) from (
        select from patrol_parts join receipts on receipts.number = receipt_number
        group by coalesce(credits, number) having sum(amount_cents) < 0
      ) as of_receipts) as below_nothing,
      (select coalesce(sum(vat_cents), 0) from receipts)
        + (select coalesce(sum(amount_cents), 0) from ledger_entries where account = 2611) as vat,
      (select last - 1000 from receipt_counter) as given_out,
      (select count(*) from receipts) as numbers,
      (select count(distinct number) from receipts where number between 1001 and (select last from receipt_counter)) as in_row,
      (select count(*) from ledger_vouchers where receipt_number is not null) as vouchers,
      (select -coalesce(sum(amount_cents), 0) from ledger_entries where account = 2890) as owed,
      (select coalesce(sum(amount_cents), 0) from refunds where paid_out_at is null) as to_pay_out`.execute(db)
  const [sums] = rows
  expect(sums).toBeDefined()
  if (!sums) return { receipts: 0, payments: 0 }
  const {
    payments,
    receipts,
    income,
    money,
    paid,
    ledger,
    set_aside,
    below_nothing,
    vat,
    given_out,
    numbers,
    in_row,
    vouchers,
    owed,
    to_pay_out,
  } = sums
  expect({ receipts, income, money, paid }).toEqual({
    receipts: payments,
    income: payments,
    money: payments,
    paid: payments,
  })
  expect({ ledger, vat, set_aside, below_nothing }).toEqual({ ledger: 0, vat: 0, set_aside: 0, below_nothing: 0 })
  expect({ numbers, in_row, vouchers }).toEqual({ numbers: given_out, in_row: given_out, vouchers: given_out })
  expect(owed).toBe(to_pay_out)
  return { receipts: numbers ?? 0, payments: payments ?? 0 }
}

/** Each event begins where the one before it ended, and the last one is what the member is now. */
export async function expectEventsToExplain(db: Database) {
  const { rows } = await sql<{ member_id: string }>`
    with steps as (
      select member_id, from_status, to_status,
        lag(to_status) over (partition by member_id order by id) as before,
        lead(id) over (partition by member_id order by id) is null as is_last,
        lag(id) over (partition by member_id order by id) is null as is_first
      from member_events
    )
    select member_id from steps join profiles on profiles.id = member_id
    where (is_first and from_status is not null)
      or (not is_first and from_status is distinct from before)
      or (is_last and to_status is distinct from member_status)
    union all
    select id from profiles where user_role = 'member'
      and not exists (select from member_events where member_id = profiles.id)`.execute(db)
  expect(rows).toEqual([])
}

export async function openChargesOf(db: Database, payer: { memberId: string } | { companyId: string }) {
  let rows = db.selectFrom('charges').selectAll().where('status', '=', 'open').orderBy('id')
  rows =
    'memberId' in payer ? rows.where('member_id', '=', payer.memberId) : rows.where('company_id', '=', payer.companyId)
  return rows.execute()
}

/** An admin ticks off everything that is asked of somebody. */
export async function payFor(house: TestHouse, admin: SignedIn, payer: { memberId: string } | { companyId: string }) {
  const charges = (await openChargesOf(house.db, payer)).map(({ id }) => id).join(',')
  return valueFrom(await markPaid(house, admin, { charges }))
}

/** The bookkeeper's file of a period, read back. */
export async function sieOf(house: TestHouse, admin: SignedIn, period: string) {
  const parts: Uint8Array[] = []
  for await (const part of found(writeSie(house, admin, period)).bytes) parts.push(part)
  return readSie(Buffer.concat(parts))
}
