import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'

/** `mayAct` of may-act.ts for a query over `profiles`, or under another name. may-act.server.test.ts holds the two together. */
export function mayActAs(role: Role, profiles = 'profiles'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${profiles}.blocked_at`)} is null
    and ${sql.ref(`${profiles}.user_role`)} = ${sql.lit(role)})`
}

/**
 * `isAdmin` of door/guard.server.ts for a query over `profiles`: whoever sees what belongs to others has shown a second step.
 * To be called, and to have one's earlier word carried out, `mayActAs('admin')` is enough: nothing is seen by it.
 */
export function maySeeAsAdmin(profiles = 'profiles'): RawBuilder<boolean> {
  return sql<boolean>`(${mayActAs('admin', profiles)} and ${sql.ref(`${profiles}.two_factor_enabled`)})`
}

/** For the query of another slice: that there is a person of its row, who may act. */
export const personMayAct = (id: string, role: Role) => sql<boolean>`exists (
  select from profiles as person where person.id = ${sql.ref(id)} and ${mayActAs(role, 'person')})`

export async function readMayAct(db: Database, profileId: string, role: Role): Promise<boolean> {
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .where(mayActAs(role))
    .executeTakeFirst()
  return found !== undefined
}

/** Whatever their role: nothing reaches their phone, and nothing opens. Mail still tells them why. */
export async function readIsBlocked(db: Database, profileId: string): Promise<boolean> {
  const found = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
