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

/**
 * A browser has one owner at a time: the one who said yes last. That it is the same browser is shown by the secret of its subscription;
 * whoever knows no more than the address of another's takes nothing from them, and null is returned.
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

/** Held until the transaction ends: of two words about one browser the second finds what the first has written. */
export async function lockSubscriptionAt(db: Database, endpoint: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'auth', 'owner_kind as ownerKind', 'owner_id as ownerId'])
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst()
}

/** The same browser at another address. */
export async function updateAddress(db: Database, id: string, { endpoint, p256dh, auth }: PushAddress) {
  await db.updateTable('push_subscriptions').set({ endpoint, p256dh, auth }).where('id', '=', id).execute()
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
