import { sql } from 'kysely'
import { companiesOf, openCompaniesOf } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { mostGuards } from '../guard'
import type { GuardForm } from './guard-form'

/**
 * A company's guards as the company sees them. Every query filters by the company, so another company's guards never
 * match.
 */

const columns = [
  'id',
  'name',
  'phone',
  'phone_verified_at as phoneVerifiedAt',
  'on_duty_since as onDutySince',
  'on_duty_until as onDutyUntil',
  'tested_at as testedAt',
  'link_made_at as linkMadeAt',
  'link_used_at as linkUsedAt',
  'browser_since as browserSince',
  'browser_seen_at as browserSeenAt',
] as const

export type OwnGuard = Awaited<ReturnType<typeof readOwnGuards>>[number]

/** Ordered by name. */
export async function readOwnGuards(db: Database, companyId: string) {
  return db
    .selectFrom('guards')
    .select(columns)
    .select(sql<boolean>`link_hash is not null`.as('hasLink'))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .limit(mostGuards)
    .execute()
}

export async function readOwnGuard(db: Database, companyId: string, id: string) {
  return db
    .selectFrom('guards')
    .select(columns)
    .select(sql<boolean>`link_hash is not null`.as('hasLink'))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Throws a unique violation of `guards_one_per_phone`. The id comes from the form as an idempotency key: false if it
 * was already inserted.
 */
export async function insertGuard(db: Database, companyId: string, id: string, form: GuardForm, now: Date) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('guards')
    .values({ id, company_id: companyId, name: form.name, phone: form.phone, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Throws a unique violation of `guards_one_per_phone`. A change of number clears the link sent to the old one. */
export async function updateGuard(db: Database, companyId: string, id: string, form: GuardForm) {
  await db
    .updateTable('guards')
    .set({
      name: form.name,
      phone: form.phone,
      link_hash: sql`case when phone = ${form.phone} then link_hash end`,
      tested_at: sql`case when phone = ${form.phone} then tested_at end`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** Removes a guard: the name stays for the shifts they walked; the phone, the link and the duty are cleared. */
export async function closeGuard(db: Database, companyId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guards')
    .set({ removed_at: now, phone: null, link_hash: null, on_duty_since: null, on_duty_until: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a person's company has any guards. */
export async function ownsGuards(db: Database, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('guards')
    .select('id')
    .where('company_id', 'in', openCompaniesOf(ownerId))
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function countGuardsOf(db: Database, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('guards')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The guards of every company that a person owns or owned, removed companies included. */
export async function readGuardsOfOwner(db: Database, ownerId: string) {
  return db
    .selectFrom('guards')
    .select([
      'guards.id',
      'guards.company_id as companyId',
      'guards.name',
      'guards.phone',
      'guards.phone_verified_at as phoneVerifiedAt',
      'guards.on_duty_until as onDutyUntil',
      'guards.created_at as createdAt',
      'guards.removed_at as removedAt',
    ])
    .where('guards.company_id', 'in', companiesOf(ownerId))
    .orderBy('guards.id')
    .execute()
}
