import { sql } from 'kysely'
import { expect } from 'vitest'
import { readUnexplained, runMemberships } from '~/membership/public.server'
import { writeSie } from '~/payments/books/write-sie.server'
import { markPaid } from '~/payments/desk/mark-paid.server'
import { readImbalances } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { readSie } from './counterparts/sie-reader'
import type { TestHouse } from './house'
import { found, valueFrom } from './outcome'
import { joinAsMember } from './people'

/** Helpers for tests of money. */

/** Receipts, ledger and payments agree, and no number is missing. */
export async function expectBooksToBalance(db: Database) {
  expect(await readImbalances(db)).toEqual([])
  const { rows } = await sql<{ receipts: number; payments: number }>`
    select (select count(*) from receipts) as receipts,
      (select coalesce(sum(amount_cents), 0) from payments)
        - (select coalesce(sum(amount_cents), 0) from refunds) as payments`.execute(db)
  return rows[0] ?? { receipts: 0, payments: 0 }
}

/** The event history explains each member's current state, and every member has a first event. */
export async function expectEventsToExplain(db: Database) {
  expect(await readUnexplained(db)).toEqual([])
  const { rows } = await sql`
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

/** A company's refunds, as number and amount of its credit notes. */
export const creditsOf = (db: Database, companyId: string) =>
  db
    .selectFrom('receipts')
    .select(['number', 'gross_cents as gross'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'credit')
    .orderBy('number')
    .execute()

/** A member who has been charged for the first month. */
export async function askedForMonth(house: TestHouse) {
  const member = await joinAsMember(house)
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  const [charge] = await openChargesOf(house.db, { memberId: member.signedIn.person.id })
  if (!charge) throw new Error('A trial that is soon over is asked for a month')
  return { member, charge }
}

/** An administrator marks all open charges of a payer as paid. */
export async function payFor(house: TestHouse, admin: SignedIn, payer: { memberId: string } | { companyId: string }) {
  const charges = (await openChargesOf(house.db, payer)).map(({ id }) => id).join(',')
  return valueFrom(await markPaid(house, admin, { charges }))
}

/** The SIE file of a period, parsed. */
export async function sieOf(house: TestHouse, admin: SignedIn, period: string) {
  const parts: Uint8Array[] = []
  for await (const part of found(writeSie(house, admin, period)).bytes) parts.push(part)
  return readSie(Buffer.concat(parts))
}

/** Lets days pass, and runs the hourly chore of memberships once on each of them. */
export async function letDaysPass(house: TestHouse, days: number) {
  for (let day = 0; day < days; day++) {
    house.clock.forward({ days: 1 })
    await runMemberships(house)
  }
}
