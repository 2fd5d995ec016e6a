import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { PushAddress } from '~/platform/push/push.server'

/** The owner of a subscription: a person with an account, or a guard, who has none. */
export type PushOwner = { kind: 'person' | 'guard'; id: string }

export async function readSubscription(db: Database, id: string): Promise<PushAddress | undefined> {
  return db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Every subscription of an owner; alarms and messages are pushed to all of them. */
export async function readSubscriptionsOf(db: Database, owner: PushOwner) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth', 'device', 'created_at as createdAt'])
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .orderBy('id')
    .execute()
}

/** SQL fragment for other slices' queries: whether the guard or person in the given column has a subscription. */
export const hasBrowser = (kind: PushOwner['kind'], id: string) => sql<boolean>`exists (
  select from push_subscriptions where owner_kind = ${sql.lit(kind)} and owner_id = ${sql.ref(id)})`

/** The kind of device of each subscription, by id. */
export async function readDevices(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('push_subscriptions').select(['id', 'device']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, device }) => [id, device]))
}

/**
 * Upsert by endpoint. A browser has one owner at a time: the last who subscribed. Taking it over from another owner
 * needs the subscription's secret; with the endpoint alone nothing changes and null is returned.
 */
export async function upsertSubscription(
  db: Database,
  owner: PushOwner,
  browser: PushAddress & { device: string },
  now: Date,
): Promise<string | null> {
  const row = { owner_kind: owner.kind, owner_id: owner.id, ...browser, created_at: now }
  const written = await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet(row)
        .where((is) =>
          is.or([
            is('push_subscriptions.auth', '=', browser.auth),
            is.and([
              is('push_subscriptions.owner_kind', '=', owner.kind),
              is('push_subscriptions.owner_id', '=', owner.id),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return written?.id ?? null
}

/** Locks the row, so that of two concurrent requests about one browser the second sees the first one's change. */
export async function lockSubscriptionAt(db: Database, endpoint: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'auth', 'owner_kind as ownerKind', 'owner_id as ownerId'])
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst()
}

/** Gives the same browser a new endpoint and new keys. */
export async function updateAddress(db: Database, id: string, { endpoint, p256dh, auth }: PushAddress) {
  await db.updateTable('push_subscriptions').set({ endpoint, p256dh, auth }).where('id', '=', id).execute()
}

/** Deletes all but the owner's newest `most` subscriptions. */
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

/** Deletes by endpoint, as the push service or the browser reports it. */
export async function deleteSubscriptionAt(db: Database, endpoint: string) {
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
}

/** Deletes a person's subscriptions. Those of their guards are not included. */
export const endPushesOf = (db: Database, personId: string) =>
  deleteSubscriptionsOf(db, { kind: 'person', id: personId })

export async function deleteSubscriptionsOf(db: Database, owner: PushOwner) {
  await db
    .deleteFrom('push_subscriptions')
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .execute()
}
