import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'

/**
 * `mayAct` of may-act.ts as an SQL fragment over `profiles` or an alias of it. may-act.server.test.ts compares the two.
 */
export function mayActAs(role: Role, profiles = 'profiles'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${profiles}.blocked_at`)} is null
    and ${sql.ref(`${profiles}.user_role`)} = ${sql.lit(role)})`
}

/**
 * `isAdmin` of door/guard.server.ts as an SQL fragment: an administrator with a second factor, required to see other
 * people's data. To be called, or to have an earlier request carried out, `mayActAs('admin')` is enough, since that
 * shows nothing.
 */
export function maySeeAsAdmin(profiles = 'profiles'): RawBuilder<boolean> {
  return sql<boolean>`(${mayActAs('admin', profiles)} and ${sql.ref(`${profiles}.two_factor_enabled`)})`
}

/** SQL fragment for other slices' queries: whether the person in the given column exists and may act in the role. */
export const personMayAct = (id: string, role: Role) => sql<boolean>`exists (
  select from profiles as person where person.id = ${sql.ref(id)} and ${mayActAs(role, 'person')})`

/** SQL fragment like `personMayAct`: whether the person exists and has the role, blocked or not. */
export const personHasRole = (id: string, role: Role) => sql<boolean>`exists (
  select from profiles as person where person.id = ${sql.ref(id)} and person.user_role = ${sql.lit(role)})`

export async function readMayAct(db: Database, profileId: string, role: Role): Promise<boolean> {
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .where(mayActAs(role))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Whether a person is blocked, whatever their role. Blocked people get no SMS, push or calls and cannot log in, but for
 * the question whether they are home (`notifications/sending`); mail still tells them why.
 */
export async function readIsBlocked(db: Database, profileId: string): Promise<boolean> {
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
