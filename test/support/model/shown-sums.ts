import { sql } from 'kysely'
import { expect } from 'vitest'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { readStatement } from '~/statements/read-statement.server'
import type { TestHouse } from '../house'
import { sieOf } from '../money'
import { found } from '../outcome'

/** Every sum shown on a page, receipt, statement or bookkeeping file is in the ledger exactly once. */
export async function expectShownSums(
  house: TestHouse,
  admin: SignedIn,
  firms: readonly { id: string; signedIn: SignedIn }[],
) {
  await expectReceiptsInLedger(house)
  await expectFilesOfYears(house, admin)
  let fees = 0
  for (const firm of firms) fees += await expectFeesOf(house, firm)
  return { fees }
}

/** A receipt's total, its VAT and its share for patrols, each as in its own voucher. */
async function expectReceiptsInLedger({ db }: TestHouse) {
  const { rows } = await sql`
    with booked as (
      select receipt_number as number,
        -sum(amount_cents) filter (where account in (2611, 3011, 3012, 3013)) as gross,
        -sum(amount_cents) filter (where account = 2611) as vat,
        -coalesce(sum(amount_cents) filter (where account = 2898), 0) as patrols
      from ledger_vouchers join ledger_entries on voucher_id = ledger_vouchers.id
      where receipt_number is not null group by 1)
    select receipts.number from receipts left join booked using (number)
    where (gross_cents, vat_cents) is distinct from (gross, coalesce(vat, 0))
      or patrols is distinct from (select coalesce(sum(amount_cents), 0) from patrol_parts where receipt_number = number)`.execute(
    db,
  )
  expect(rows, 'a receipt that says what is not booked').toEqual([])
}

async function expectFilesOfYears(house: TestHouse, admin: SignedIn) {
  const { rows: booked } = await sql<{ year: string; account: number; ore: number; vouchers: number }>`
    select to_char(at at time zone 'Europe/Stockholm', 'YYYY') as year, account, sum(amount_cents)::int as ore,
      count(distinct voucher_id)::int as vouchers
    from ledger_vouchers join ledger_entries on voucher_id = ledger_vouchers.id group by 1, 2 order by 1, 2`.execute(
    house.db,
  )
  for (const year of new Set(booked.map((row) => row.year))) {
    const { vouchers } = await sieOf(house, admin, year)
    const inFile = Map.groupBy(
      vouchers.flatMap(({ rows }) => rows),
      ({ account }) => Number(account),
    )
    for (const { account, ore, vouchers } of booked.filter((row) => row.year === year)) {
      const rows = inFile.get(account) ?? []
      expect({ year, account, ore: rows.reduce((sum, row) => sum + row.ore, 0), vouchers: rows.length }).toEqual({
        year,
        account,
        ore,
        vouchers,
      })
    }
    expect([...inFile.keys()].sort()).toEqual(booked.filter((row) => row.year === year).map(({ account }) => account))
  }
}

/** The fees on statements of past months equal what was charged, plus what waits for the next charge. */
async function expectFeesOf(house: TestHouse, { id, signedIn }: { id: string; signedIn: SignedIn }) {
  const { months } = found(await readStatement(house, signedIn, null))
  let [shown, asked] = [0, 0]
  for (const { month } of months) {
    const statement = found(await readStatement(house, signedIn, month))
    if (!statement.isOver) continue
    shown += statement.sums.feeOre
    if (!statement.fee) continue
    asked += statement.fee.gross
    const receipts = await house.db
      .selectFrom('receipts')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select('gross_cents as gross')
      .where('charge_id', '=', statement.fee.id)
      .execute()
    expect(receipts).toEqual(statement.fee.status === 'paid' ? [{ gross: statement.fee.gross }] : [])
  }
  const { rows } = await sql<{ waits: number }>`
    select coalesce(sum(amount_cents), 0)::int as waits from fee_entries
    where company_id = ${id} and charge_id is null
      and month < date_trunc('month', ${house.clock.now()}::timestamptz at time zone 'Europe/Stockholm')`.execute(
    house.db,
  )
  expect(shown, 'what statements say of the fee').toBe(asked + (rows[0]?.waits ?? 0))
  return shown
}
