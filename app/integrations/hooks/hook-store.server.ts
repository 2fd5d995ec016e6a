import { sql } from 'kysely'
import { companiesOf } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'

/** A company's webhooks. Every query for a company filters by it, so another company's webhooks never match. */

const columns = ['id', 'url', 'is_on as isOn', 'ended_at as endedAt', 'created_at as createdAt'] as const

function selectHooks(db: Database, companyId: string) {
  return db
    .selectFrom('webhooks')
    .select(columns)
    .select('old_secret_until as oldSecretUntil')
    .select((hook) =>
      hook
        .selectFrom('webhook_deliveries')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .where('state', '=', 'queued')
        .where('attempts', '>', 0)
        .as('late'),
    )
    .where('company_id', '=', companyId)
}

export type OwnHook = Awaited<ReturnType<typeof readHooks>>[number]

/** Active webhooks and those ended by the receiver (410), oldest first. */
export async function readHooks(db: Database, companyId: string) {
  // Ordered by time: ids come from forms (idempotency keys) and have no order.
  return selectHooks(db, companyId).orderBy('created_at').orderBy('id').limit(50).execute()
}

export async function readHook(db: Database, companyId: string, id: string) {
  return selectHooks(db, companyId).where('id', '=', id).executeTakeFirst()
}

type NewHook = { id: string; companyId: string; url: string; secret: string; createdBy: string }

/** The id comes from the form as an idempotency key: false if it was already inserted. */
export async function insertHook(db: Database, hook: NewHook, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhooks')
    .values({
      ...{ id: hook.id, company_id: hook.companyId, url: hook.url, secret: hook.secret },
      ...{ created_by: hook.createdBy, created_at: now, is_on: true },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type HookChange = Partial<{
  is_on: boolean
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
}>

/** A webhook that has ended cannot be changed. */
export async function updateHook(db: Database, companyId: string, id: string, change: HookChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set(change)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The present signing secret becomes the old one, valid until `until`. */
export async function rotateSecret(db: Database, companyId: string, id: string, secret: string, until: Date) {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ secret, old_secret: sql<string>`secret`, old_secret_until: until })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteHook(db: Database, companyId: string, id: string) {
  await db.deleteFrom('webhooks').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Ends a webhook that answered 410 (Gone). */
export async function endHook(db: Database, id: string, now: Date) {
  await db.updateTable('webhooks').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** The active webhooks of all companies. */
export async function readListening(db: Database) {
  return db
    .selectFrom('webhooks')
    .select(['id', 'company_id as companyId'])
    .where('is_on', '=', true)
    .where('ended_at', 'is', null)
    .execute()
}

/** Deletes the webhooks of every company that a person owns or owned, so that nothing more is sent. */
export async function deleteHooksOfOwner(db: Database, ownerId: string) {
  await db.deleteFrom('webhooks').where('company_id', 'in', companiesOf(ownerId)).execute()
}

export async function readHooksOfOwner(db: Database, ownerId: string) {
  return db
    .selectFrom('webhooks')
    .select(columns)
    .where('company_id', 'in', companiesOf(ownerId))
    .orderBy('id')
    .execute()
}

export async function readSealed(db: Database) {
  return db.selectFrom('webhooks').select(['id', 'secret', 'old_secret as oldSecret']).execute()
}

/** Compare-and-set: if the secret was changed meanwhile, it is already sealed with the newest key. */
export async function replaceSealed(
  db: Database,
  id: string,
  before: string,
  now: { secret: string; old: string | null },
) {
  await db
    .updateTable('webhooks')
    .set({ secret: now.secret, old_secret: now.old })
    .where('id', '=', id)
    .where('secret', '=', before)
    .execute()
}
