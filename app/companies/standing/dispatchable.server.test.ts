import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'
import { useHouse } from '../../../test/support/house'
import { dispatchable, hasArea } from './dispatchable.server'
import { type Called, isCalledIn, isDispatchable, type Permit } from './permit'

const house = useHouse()
const now = new Date('2027-03-10T12:00:00Z')
const today = '2027-03-10'
const here = '12540'

/** Every input of the rule and the query, with all of its values. */
const dimensions = {
  isSecurityPartner: [true, false],
  securityStatus: [null, 'pending', 'active'],
  reviewState: ['waiting', 'approved', 'hidden'],
  validUntil: [null, '2027-03-09', '2027-03-10', '2027-03-11'],
  isBoundToThis: ['name and number', 'another name', 'another number'],
  areas: [[], [here], ['12541']],
  isGone: [false, true],
  owner: ['none', 'company', 'blocked', 'member'],
} as const
type Case = { [Name in keyof typeof dimensions]: (typeof dimensions)[Name][number] }

function everyCase(): Case[] {
  let cases: Record<string, unknown>[] = [{}]
  for (const [name, values] of Object.entries(dimensions)) {
    cases = cases.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  }
  // Without a permit there is no name, number or area to vary.
  return (cases as Case[]).filter(({ validUntil, isBoundToThis, areas }) =>
    validUntil === null ? isBoundToThis === 'name and number' && areas.length === 0 : true,
  )
}

const [name, orgNumber] = ['Vakt AB', '556016-0680']

function ruled(one: Case): { company: Called; permit: Permit | null } {
  const { isSecurityPartner, securityStatus, reviewState, isGone, validUntil, isBoundToThis, areas, owner } = one
  const bound = {
    name: isBoundToThis === 'another name' ? 'Polisen Älvsjö' : name,
    orgNumber: isBoundToThis === 'another number' ? '556016-0681' : orgNumber,
  }
  return {
    company: {
      ...{ name, orgNumber, isSecurityPartner, securityStatus, reviewState, isGone },
      ownerMayAct: owner === 'none' || owner === 'company',
    },
    permit: validUntil === null ? null : { validUntil, ...bound, areas },
  }
}

type Row = Case & { id: string; ownerId: string | null }

const inParts = async <One>(all: readonly One[], write: (part: One[]) => Promise<unknown>) => {
  for (let from = 0; from < all.length; from += 2000) await write(all.slice(from, from + 2000))
}

async function writeAll(db: Database, rows: readonly Row[]) {
  const owners = rows.flatMap(({ owner, ownerId }) => (ownerId ? [{ owner, id: ownerId }] : []))
  await inParts(owners, (part) =>
    db
      .insertInto('profiles')
      .values(
        part.map(({ owner, id }) => ({
          ...{ id, full_name: 'Ägaren', email: `${id}@exempel.se` },
          user_role: (owner === 'blocked' ? 'company' : owner) as Role,
          ...(owner === 'blocked' && { blocked_at: now, blocked_reason: 'Hotade en boende' }),
        })),
      )
      .execute(),
  )
  await inParts(rows, (part) =>
    db
      .insertInto('companies')
      .values(
        part.map((row) => ({
          ...{ id: row.id, owner_id: row.ownerId, name, org_number: orgNumber, category: 'security', postcode: here },
          ...{ address: 'Gatan 1', email: 'hej@exempel.se', phone: '+46701740600' },
          ...{ is_security_partner: row.isSecurityPartner, security_status: row.securityStatus },
          ...{ review_state: row.reviewState, hidden_reason: row.reviewState === 'hidden' ? 'Utreds' : null },
          deleted_at: row.isGone ? now : null,
        })),
      )
      .execute(),
  )
  const permits = rows.flatMap((row) => {
    const { permit } = ruled(row)
    return permit ? [{ id: row.id, permit }] : []
  })
  await inParts(permits, (part) =>
    db
      .insertInto('security_partner_records')
      .values(
        part.map(({ id, permit }) => ({
          ...{ company_id: id, authorisation_number: '1', authorisation_class: 'Bevakning' },
          ...{ valid_until: permit.validUntil, name: permit.name, org_number: permit.orgNumber },
        })),
      )
      .execute(),
  )
  const areas = permits.flatMap(({ id, permit }) => permit.areas.map((postcode) => ({ company_id: id, postcode })))
  await inParts(areas, (part) => db.insertInto('security_partner_areas').values(part).execute())
}

// The trigger that derives the status from today's permit is disabled, since the test asks about a given day.
test('the SQL condition for companies that may be called agrees with isDispatchable in all 4032 cases', async () => {
  await house.db.transaction().execute(async (db) => {
    await sql`set local role none`.execute(db)
    await sql`alter table companies disable trigger companies_hold_security_status`.execute(db)
    const rows = everyCase().map((one) => ({
      ...one,
      id: randomUUID(),
      ownerId: one.owner === 'none' ? null : randomUUID(),
    }))
    await writeAll(db, rows)

    const found = async (that: ReturnType<typeof dispatchable>) => {
      const called = await db.selectFrom('companies').select('id').where(that).execute()
      return called.map(({ id }) => id).sort()
    }
    const expected = (by: (company: Called, permit: Permit | null) => boolean) =>
      rows.flatMap((row) => (by(ruled(row).company, ruled(row).permit) ? [row.id] : [])).sort()

    const called = await found(dispatchable(now))
    expect(called).toEqual(expected((company, permit) => isDispatchable(company, permit, today)))
    expect(await found(sql<boolean>`${dispatchable(now)} and ${hasArea(sql`${here}`)}`)).toEqual(
      expected((company, permit) => isCalledIn(company, permit, here, today)),
    )
    // Control: two days on which the permit is valid × two sets of areas × two owners.
    expect([rows.length, called.length]).toEqual([4032, 8])
  })
})
