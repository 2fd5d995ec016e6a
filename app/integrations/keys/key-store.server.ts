import { sql } from 'kysely'
import { companiesOf, companyIsHere } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { ApiDeed } from './api-deeds'

const columns = [
  ...(['id', 'name', 'mark', 'postcodes', 'created_at as createdAt'] as const),
  ...(['expires_at as expiresAt', 'last_used_at as lastUsedAt', 'revoked_at as revokedAt'] as const),
] as const

export type OwnKey = Awaited<ReturnType<typeof readKeys>>[number]

/** A company's keys: unrevoked ones first, newest first; then the revoked ones. */
export async function readKeys(db: Database, companyId: string) {
  return (
    db
      .selectFrom('api_keys')
      .select(columns)
      .select(sql<ApiDeed[]>`deeds`.as('deeds'))
      .where('company_id', '=', companyId)
      .orderBy(sql`revoked_at is not null`)
      // Ordered by time: ids come from forms (idempotency keys) and have no order.
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(30)
      .execute()
  )
}

type NewKey = {
  id: string
  companyId: string
  name: string
  mark: string
  secretHash: string
  deeds: readonly ApiDeed[]
  postcodes: readonly string[]
  createdBy: string
  expiresAt: Date
}

/** The id comes from the form as an idempotency key: false if it was already inserted. */
export async function insertKey(db: Database, key: NewKey, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_keys')
    .values({
      ...{ id: key.id, company_id: key.companyId, name: key.name, mark: key.mark, secret_hash: key.secretHash },
      ...{ deeds: [...key.deeds], postcodes: [...key.postcodes], created_by: key.createdBy },
      ...{ created_at: now, expires_at: key.expiresAt },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Revokes a key and returns its mark. Undefined if it is another company's or already revoked. */
export async function revokeKey(db: Database, companyId: string, id: string, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('api_keys')
    .set({ revoked_at: now, secret_hash: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('mark')
    .executeTakeFirst()
  return row?.mark
}

/** Revokes the keys of every company that a person owns or owned: an intruder in the account may have made one. */
export async function revokeKeysOfOwner(db: Database, ownerId: string, now: Date) {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now, secret_hash: null })
    .where('company_id', 'in', companiesOf(ownerId))
    .where('revoked_at', 'is', null)
    .execute()
}

export async function readKeysOfOwner(db: Database, ownerId: string) {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('company_id', 'in', companiesOf(ownerId))
    .orderBy('id')
    .execute()
}

export type FoundKey = NonNullable<Awaited<ReturnType<typeof findKey>>>

/**
 * A valid key by its mark. Revoked and expired keys, and those of removed companies, are not found. The caller must
 * compare the secret.
 */
export async function findKey(db: Database, mark: string, now: Date) {
  return db
    .selectFrom('api_keys')
    .select(['id', 'company_id as companyId', 'name', 'mark', 'postcodes', 'last_used_at as lastUsedAt'])
    .select([sql<ApiDeed[]>`deeds`.as('deeds'), sql<string>`secret_hash`.as('secretHash')])
    .where('mark', '=', mark)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(companyIsHere('api_keys.company_id'))
    .executeTakeFirst()
}

export async function markUsed(db: Database, id: string, now: Date) {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
}
