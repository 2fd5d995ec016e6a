import { sql } from 'kysely'
import { areasOf, companyName, dispatchable } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { RingChoice } from './guard'
import { hashOfSecret } from './link/guard-cookie.server'
import { browserHolds } from './link/link-store.server'

/**
 * A guard as their own pages see them. The link authenticates the person; it says nothing about the company's right to
 * alarms.
 */
export type Guard = NonNullable<Awaited<ReturnType<typeof readGuardByToken>>>

/**
 * The guard whose browser holds this key. Null if their link was revoked, renewed or has expired, another browser has
 * opened a later link, or the guard or the company is removed. `isCalled` says whether the company may be sent alarms
 * now: without it no alarm may be shown.
 */
export async function readGuardByToken(db: Database, key: string, now: Date) {
  const guard = await db
    .selectFrom('guards')
    .innerJoin('companies', 'companies.id', 'guards.company_id')
    .select([
      'guards.id',
      'guards.name',
      'guards.phone',
      'guards.phone_verified_at as phoneVerifiedAt',
      'guards.on_duty_since as onDutySince',
      'guards.on_duty_until as onDutyUntil',
      'guards.tested_at as testedAt',
      'guards.rings',
      'companies.id as companyId',
      'companies.name as companyName',
    ])
    .select(areasOf.as('areas'))
    .select(sql<boolean>`${dispatchable(now)}`.as('isCalled'))
    .select(sql<boolean>`guards.position_at is not null`.as('isPositionShared'))
    .where('guards.browser_hash', '=', hashOfSecret(key))
    .where(browserHolds(now))
    .where('companies.deleted_at', 'is', null)
    .executeTakeFirst()
  return guard ?? null
}

/** Puts a guard on duty until `until`. One who is on duty already keeps the earlier start. */
export async function beginDuty(db: Database, guardId: string, until: Date, now: Date) {
  await sql`update guards set
      -- At most 24 hours on duty without a break.
      on_duty_since = greatest(case when on_duty_until > ${now} then on_duty_since else ${now}::timestamptz end,
        ${until}::timestamptz - interval '24 hours'),
      on_duty_until = ${until}
    where id = ${guardId} and removed_at is null`.execute(db)
}

/** As `beginDuty`, but never shortens a longer duty. */
export async function stayOnDuty(db: Database, guardId: string, until: Date, now: Date) {
  const row = await db
    .selectFrom('guards')
    .select('on_duty_until as until')
    .where('id', '=', guardId)
    .forUpdate()
    .executeTakeFirst()
  if (row && (row.until === null || row.until < until)) await beginDuty(db, guardId, until, now)
}

export async function endDuty(db: Database, guardId: string) {
  await db.updateTable('guards').set({ on_duty_since: null, on_duty_until: null }).where('id', '=', guardId).execute()
}

export async function setRings(db: Database, guardId: string, rings: RingChoice) {
  await db.updateTable('guards').set({ rings }).where('id', '=', guardId).execute()
}

/** Stores the position, only while on duty; overwrites the previous one. */
export async function setPosition(
  db: Database,
  guardId: string,
  { latitude, longitude }: { latitude: number; longitude: number },
  now: Date,
) {
  await db
    .updateTable('guards')
    .set({ latitude, longitude, position_at: now })
    .where('id', '=', guardId)
    .where('on_duty_until', '>', now)
    .execute()
}

export async function forgetPosition(db: Database, guardId: string) {
  await db
    .updateTable('guards')
    .set({ latitude: null, longitude: null, position_at: null })
    .where('id', '=', guardId)
    .execute()
}

/** Records that the phone answered: its code was entered, or a test alarm was replied to. */
export async function markTested(db: Database, guardId: string, now: Date) {
  await db
    .updateTable('guards')
    .set({ tested_at: now, phone_verified_at: sql`coalesce(phone_verified_at, ${now})` })
    .where('id', '=', guardId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Whether a guard still belongs to the company. */
export async function isGuardOf(db: Database, guardId: string, companyId: string): Promise<boolean> {
  const found = await db
    .selectFrom('guards')
    .select('id')
    .where('id', '=', guardId)
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** SQL fragment for other slices' queries: the name of the guard in the given column, removed ones included. */
export const guardName = (id: string) => sql<string | null>`(
  select guard.name from guards as guard where guard.id = ${sql.ref(id)})`

/** As `guardName`: the guard's phone. */
export const guardPhone = (id: string) => sql<string | null>`(
  select guard.phone from guards as guard where guard.id = ${sql.ref(id)})`

/** As `guardName`: whether the guard has not been removed. */
export const guardIsHere = (id: string) => sql<boolean>`exists (
  select from guards as guard where guard.id = ${sql.ref(id)} and guard.removed_at is null)`

/** As `guardName`: when the guard was removed, if they were. */
export const guardRemovedAt = (id: string) => sql<Date | null>`(
  select guard.removed_at from guards as guard where guard.id = ${sql.ref(id)})`

/** As `guardName`: the name of the guard's company. */
export const guardCompanyName = (id: string) => sql<string | null>`(
  select ${companyName('guard.company_id')} from guards as guard where guard.id = ${sql.ref(id)})`
