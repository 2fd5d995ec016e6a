import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { claimedFor } from '~/platform/work/claim.server'
import { isNotSetAside } from '~/platform/work/one-run'
import type { DeliveryState, EventType, HookEvent } from './hook-events'

/** The queue of events, and the queue of deliveries made from them. */

export type TakenEvent = HookEvent & { id: string; alarmId: string }

/**
 * Dequeues the oldest events in the caller's transaction, which also creates their deliveries: a rollback puts the
 * events back.
 */
export async function takeEvents(db: Database, limit: number, setAside: readonly string[] = []): Promise<TakenEvent[]> {
  const oldest = db
    .selectFrom('webhook_events')
    .select('id')
    .where(isNotSetAside('id', setAside))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const rows = await db
    .with('oldest', () => oldest)
    .deleteFrom('webhook_events')
    .where('id', 'in', (from) => from.selectFrom('oldest').select('oldest.id'))
    .returning(['id', 'alarm_id as alarmId', 'kind', 'at', 'actor_kind as actorKind', 'actor_id as actorId'])
    .execute()
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

export type NewDelivery = { hookId: string; alarmId: string | null; type: EventType; body: string }

export async function insertDeliveries(db: Database, deliveries: readonly NewDelivery[], now: Date) {
  if (deliveries.length === 0) return
  await db
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map(({ hookId, alarmId, type, body }) => ({
        ...{ webhook_id: hookId, alarm_id: alarmId, type, body },
        ...{ created_at: now, next_attempt_at: now },
      })),
    )
    .execute()
}

export type Due = Awaited<ReturnType<typeof claimDue>>[number]

type Room = { seconds: number; most: number; mostOfOne: number; underWay: ReadonlyMap<string, number> }

/**
 * Claims due deliveries, so that no other process sends them; a claim expires if its process dies. At most `mostOfOne`
 * of each webhook, less those that are `underWay` to it, so that one that hangs delays no other.
 */
export async function claimDue(db: Database, now: Date, { seconds, most, mostOfOne, underWay }: Room) {
  const full = [...underWay].flatMap(([id, count]) => (count < mostOfOne ? [] : id))
  const counts = JSON.stringify(Object.fromEntries(underWay))
  const inTurn = db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhooks as hook', 'hook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.next_attempt_at', 'delivery.webhook_id'])
    .select(
      sql<number>`row_number() over (partition by delivery.webhook_id order by delivery.next_attempt_at, delivery.id)`.as(
        'place',
      ),
    )
    .where('delivery.state', '=', 'queued')
    .where('delivery.next_attempt_at', '<=', now)
    .where('hook.is_on', '=', true)
    .where('hook.ended_at', 'is', null)
    .where(sql<boolean>`delivery.webhook_id <> all(${full}::uuid[])`)
  const due = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', 'in', (from) =>
      from
        .selectFrom(inTurn.as('in_turn'))
        .select('in_turn.id')
        .where('place', '<=', mostOfOne)
        .where(sql<boolean>`place <= ${mostOfOne} - coalesce((${counts}::jsonb ->> webhook_id::text)::int, 0)`)
        .orderBy('next_attempt_at')
        .limit(most),
    )
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .forUpdate()
    .skipLocked()
  return db
    .with('due', () => due)
    .updateTable('webhook_deliveries')
    .from('webhooks')
    .set(claimedFor(now, seconds))
    .where('webhook_deliveries.id', 'in', (from) => from.selectFrom('due').select('due.id'))
    .whereRef('webhooks.id', '=', 'webhook_deliveries.webhook_id')
    .returning(['webhook_deliveries.id', 'webhook_id as hookId', 'company_id as companyId', 'alarm_id as alarmId'])
    .returning(['url', 'body', 'webhook_deliveries.attempts', 'secret', 'old_secret as oldSecret'])
    .returning('old_secret_until as oldSecretUntil')
    .execute()
}

export type Result = { status: number | null; reason: string | null }

export async function settleDelivery(
  db: Database,
  id: string,
  state: Exclude<DeliveryState, 'queued'>,
  { status, reason }: Result,
  now: Date,
) {
  await db
    .updateTable('webhook_deliveries')
    .set({ state, status, reason, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

export async function tryLater(db: Database, id: string, { status, reason }: Result, next: Date) {
  await db
    .updateTable('webhook_deliveries')
    .set({ status, reason, next_attempt_at: next })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** Withdraws the deliveries still queued. */
export async function withdrawWaiting(db: Database, hookId: string, reason: string, now: Date) {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'withdrawn', reason, settled_at: now })
    .where('webhook_id', '=', hookId)
    .where('state', '=', 'queued')
    .execute()
}

/** A webhook's latest deliveries, newest first, for the company that owns it. */
export async function readDeliveries(db: Database, hookId: string, limit: number) {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id', 'alarm_id as alarmId', 'type', 'state', 'attempts', 'status', 'reason', 'created_at as createdAt'])
    .select(['next_attempt_at as nextAttemptAt', 'settled_at as settledAt'])
    .where('webhook_id', '=', hookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteOldDeliveries(db: Database, before: Date) {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute()
}
