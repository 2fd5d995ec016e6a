import { type Expression, sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { claimedFor } from '~/platform/work/claim.server'
import type { Ore } from '~/shared/money'

/**
 * The outbox of orders to the card provider: written in the transaction that needs them, carried out after its commit.
 */

export type OrderKind = 'refund' | 'move next charge' | 'end subscription'

export type NewOrder = {
  key: string
  kind: OrderKind
  object_id: string
  until_day?: string | null
  amount_cents?: number
  refund_id?: string | null
}

export async function insertOrders(db: Database, orders: readonly NewOrder[], now: Date) {
  if (orders.length === 0) return
  await db
    .insertInto('card_orders')
    .values(orders.map((order) => ({ ...order, next_attempt_at: now })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

export async function orderRefund(
  db: Database,
  { refundId, paymentId, amount }: { refundId: string | null; paymentId: string; amount: Ore },
  now: Date,
) {
  const order = { key: keyOfRefund(refundId ?? paymentId), object_id: paymentId, amount_cents: amount }
  await insertOrders(db, [{ ...order, kind: 'refund', refund_id: refundId }], now)
}

/** Whether a refund of this whole payment is ordered: it paid for nothing and was never booked. */
export async function isSentBack(db: Database, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('card_orders')
    .select('id')
    .where('key', '=', keyOfRefund(paymentId))
    .executeTakeFirst()
  return row !== undefined
}

const keyOfRefund = (refundOrPaymentId: string) => `refund ${refundOrPaymentId}`
const keyOfEnd = (subscriptionId: string) => `end ${subscriptionId}`

/**
 * Orders that these subscriptions end. What they still draw is sent back. Pending moves are dropped: the provider moves
 * no charge of a subscription that has ended.
 */
export async function insertEnds(db: Database, subscriptionIds: readonly string[], now: Date) {
  await dropMoves(db, subscriptionIds, 'it is to end')
  const orders = subscriptionIds.map((id) => ({ key: keyOfEnd(id), kind: 'end subscription' as const, object_id: id }))
  await insertOrders(db, orders, now)
}

/** SQL: whether an order to end the subscription exists, carried out or not. */
export const hasOrderToEnd = (subscriptionId: Expression<string>) =>
  sql<boolean>`exists (select from card_orders where key = 'end ' || ${subscriptionId})`

export async function isToEnd(db: Database, subscriptionId: string): Promise<boolean> {
  const { rows } = await sql<{ isToEnd: boolean }>`
    select ${hasOrderToEnd(sql.val(subscriptionId))} as "isToEnd"`.execute(db)
  return rows[0]?.isToEnd === true
}

/**
 * Takes back the order to end, for a payer who stays after all. Without effect once it has been attempted or carried
 * out.
 */
export async function takeBackEnd(db: Database, subscriptionIds: readonly string[]) {
  if (subscriptionIds.length === 0) return
  await db
    .deleteFrom('card_orders')
    .where('key', 'in', subscriptionIds.map(keyOfEnd))
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .execute()
}

/** Orders to move the next charge. A newer move supersedes earlier ones that are not carried out yet. */
export async function insertMoves(
  db: Database,
  moves: readonly { subscriptionId: string; until: string }[],
  now: Date,
) {
  await dropMoves(
    db,
    moves.map(({ subscriptionId }) => subscriptionId),
    'a later move',
  )
  const orders = moves.map(({ subscriptionId, until }) => ({
    key: `move ${subscriptionId} ${until} ${now.getTime()}`,
    kind: 'move next charge' as const,
    object_id: subscriptionId,
    until_day: until,
  }))
  await insertOrders(db, orders, now)
}

async function dropMoves(db: Database, subscriptionIds: readonly string[], why: string) {
  if (subscriptionIds.length === 0) return
  await db
    .updateTable('card_orders')
    .set({ state: 'done', last_error: why })
    .where('kind', '=', 'move next charge')
    .where('object_id', 'in', subscriptionIds)
    .where('state', 'in', ['queued', 'failed'])
    .execute()
}

export type DueOrder = {
  id: string
  kind: OrderKind
  objectId: string
  amount: Ore | null
  until: string | null
  refundId: string | null
  attempts: number
}

/** Claims due orders under a lease, so that no other process takes them. If this process dies, the lease expires. */
export async function claimDueOrders(db: Database, now: Date, seconds: number, limit: number): Promise<DueOrder[]> {
  const due = db
    .selectFrom('card_orders')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .with('due', () => due)
    .updateTable('card_orders')
    .set(claimedFor(now, seconds))
    .where('id', 'in', (from) => from.selectFrom('due').select('due.id'))
    .returning(['id', 'kind', 'object_id as objectId', 'amount_cents as amount', 'until_day as until'])
    .returning(['refund_id as refundId', 'attempts'])
    .execute()
}

export async function settleOrder(
  db: Database,
  id: string,
  outcome: { state: 'done' } | { state: 'failed'; reason: string } | { state: 'queued'; reason: string; next: Date },
) {
  await db
    .updateTable('card_orders')
    .set({
      state: outcome.state,
      last_error: 'reason' in outcome ? outcome.reason : null,
      ...('next' in outcome ? { next_attempt_at: outcome.next } : {}),
    })
    .where('id', '=', id)
    // A later order may have superseded this one meanwhile; then it is `done` already.
    .where('state', '=', 'queued')
    .execute()
}

/** Orders that the provider refused, for an administrator, oldest first. */
export async function readRefusedOrders(db: Database, limit: number) {
  return db
    .selectFrom('card_orders')
    .select(['id', 'kind', 'object_id as objectId', 'amount_cents as amount', 'refund_id as refundId'])
    .select('last_error as reason')
    .where('state', '=', 'failed')
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

/** Requeues a refused order, or marks it as dealt with in another way. False if it is not refused any more. */
export async function takeUpRefused(
  db: Database,
  which: { id: string } | { refundId: string },
  to: { state: 'queued'; next: Date } | { state: 'done' },
): Promise<boolean> {
  const update = db
    .updateTable('card_orders')
    .set({ state: to.state, ...('next' in to ? { next_attempt_at: to.next, attempts: 0 } : {}) })
    .where('state', '=', 'failed')
  const { numUpdatedRows } = await ('id' in which
    ? update.where('id', '=', which.id)
    : update.where('refund_id', '=', which.refundId)
  ).executeTakeFirst()
  return numUpdatedRows === 1n
}
