import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { PushAddress } from '~/platform/push/push.server'

/** Whose browser it is: a person with an account, or a guard without one. */
export type PushOwner = { kind: 'person' | 'guard'; id: string }

export async function readSubscription(db: Database, id: string): Promise<PushAddress | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Every browser of an owner: what an alarm, or a message to one person, is pushed to. */
export async function readSubscriptionsOf(db: Database, owner: PushOwner) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'device', 'created_at as createdAt'])
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .orderBy('id')
    .execute()
}

/** For the query of another slice: whether its row's guard or person has a browser to push to. */
export const hasBrowser = (kind: PushOwner['kind'], id: string) => sql<boolean>`exists (
  select from push_subscriptions where owner_kind = ${sql.lit(kind)} and owner_id = ${sql.ref(id)})`

/** What kind of device each of these browsers is on, by the id of its subscription. */
export async function readDevices(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('push_subscriptions').select(['id', 'device']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, device }) => [id, device]))
}

/** A browser has one owner at a time: the one who said yes last. */
export async function upsertSubscription(
  db: Database,
  owner: PushOwner,
  browser: PushAddress & { device: string },
  now: Date,
): Promise<string> {
  const row = { owner_kind: owner.kind, owner_id: owner.id, ...browser, created_at: now }
  const { id } = await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps the newest of an owner's browsers. */
export async function trimSubscriptions(db: Database, owner: PushOwner, most: number) {
  const newest = db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
  await db
    .deleteFrom('push_subscriptions')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('id', 'not in', newest)
    .execute()
}

export async function deleteOwnSubscription(db: Database, owner: PushOwner, id: string) {
  await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .execute()
}

export async function deleteSubscription(db: Database, id: string) {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** By its address, as the provider or the browser itself names it. */
export async function deleteSubscriptionAt(db: Database, endpoint: string) {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
}

/** A person's browsers; those of a guard are that guard's. */
export const endPushesOf = (db: Database, personId: string) =>
  deleteSubscriptionsOf(db, { kind: 'person', id: personId })

export async function deleteSubscriptionsOf(db: Database, owner: PushOwner) {
  await db
    .deleteFrom('push_subscriptions')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .execute()
}
