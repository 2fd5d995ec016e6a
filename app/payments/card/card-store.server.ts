import type { Database } from '~/platform/database/database.server'
import { claimedFor } from '~/platform/work/claim.server'
import type { Ore } from '~/shared/money'
import { daysAfter } from '../days'

/** The SQL of payment by card: whom the provider calls what, what it was asked, what it told, what it is to do. */

export type CardOwner = { memberId: string; companyId: null } | { memberId: null; companyId: string }

/** Which of these members pay by a card that is charged by itself. */
export async function readCardPayers(db: Database, memberIds: readonly string[]): Promise<Set<string>> {
  if (memberIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('card_subscriptions')
    .innerJoin('card_customers', 'card_customers.id', 'card_subscriptions.customer_id')
    .select('member_id as memberId')
    .where('member_id', 'in', memberIds)
    .where('is_live', '=', true)
    .execute()
  return new Set(rows.flatMap(({ memberId }) => memberId ?? []))
}

export type Alignment = { memberId: string; coveredUntil: string; isOver: boolean }

/**
 * The provider takes money on its own days. When a member is covered for longer than it knows, it is told to wait;
 * when the membership is over or the member is leaving, to stop.
 */
export async function alignCards(db: Database, members: readonly Alignment[], now: Date) {
  if (members.length === 0) return
  const subscriptions = await db
    .selectFrom('card_subscriptions')
    .innerJoin('card_customers', 'card_customers.id', 'card_subscriptions.customer_id')
    .select(['card_subscriptions.id', 'member_id as memberId', 'next_charge_on as nextChargeOn'])
    .where(
      'member_id',
      'in',
      members.map(({ memberId }) => memberId),
    )
    .where('is_live', '=', true)
    .execute()
  const orders = subscriptions.flatMap(({ id, memberId, nextChargeOn }): NewOrder[] => {
    const member = members.find((one) => one.memberId === memberId)
    if (!member) return []
    if (member.isOver) return [{ key: `end ${id}`, kind: 'end subscription', object_id: id, until_day: null }]
    // A day more or less is how two calendars count a month.
    if (nextChargeOn === null || member.coveredUntil <= daysAfter(nextChargeOn, 1)) return []
    const until = member.coveredUntil
    return [{ key: `move ${id} ${until}`, kind: 'move next charge', object_id: id, until_day: until }]
  })
  await insertOrders(db, orders, now)
}

/** Whoever is leaving is not charged again. */
export async function endSubscriptionsOf(db: Database, owner: CardOwner, now: Date) {
  const live = await readLiveSubscription(db, owner)
  if (live) await insertOrders(db, [{ key: `end ${live.id}`, kind: 'end subscription', object_id: live.id }], now)
}

export async function orderRefund(
  db: Database,
  { refundId, paymentId, amount }: { refundId: string | null; paymentId: string; amount: Ore },
  now: Date,
) {
  const order = { key: `refund ${refundId ?? paymentId}`, object_id: paymentId, amount_cents: amount }
  await insertOrders(db, [{ ...order, kind: 'refund', refund_id: refundId }], now)
}

export type OrderKind = 'refund' | 'move next charge' | 'end subscription'

type NewOrder = {
  key: string
  kind: OrderKind
  object_id: string
  until_day?: string | null
  amount_cents?: number
  refund_id?: string | null
}

async function insertOrders(db: Database, orders: readonly NewOrder[], now: Date) {
  if (orders.length === 0) return
  await db
    .insertInto('card_orders')
    .values(orders.map((order) => ({ ...order, next_attempt_at: now })))
    .onConflict((conflict) => conflict.column('key').doNothing())
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

/** Takes what is due, so that no other process takes it too; a claim lapses if we die. */
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
    .updateTable('card_orders')
    .set(claimedFor(now, seconds))
    .where('id', 'in', due)
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
    .execute()
}

export async function readCustomer(db: Database, owner: CardOwner): Promise<string | null> {
  let rows = db.selectFrom('card_customers').select('id')
  rows = owner.memberId ? rows.where('member_id', '=', owner.memberId) : rows.where('company_id', '=', owner.companyId)
  return (await rows.executeTakeFirst())?.id ?? null
}

/** Asked for twice at once, the provider gave the same name twice. */
export async function insertCustomer(db: Database, id: string, owner: CardOwner, now: Date) {
  await db
    .insertInto('card_customers')
    .values({ id, member_id: owner.memberId, company_id: owner.companyId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readOwner(db: Database, customerId: string): Promise<CardOwner | null> {
  const row = await db
    .selectFrom('card_customers')
    .select(['member_id as memberId', 'company_id as companyId'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (row?.memberId) return { memberId: row.memberId, companyId: null }
  return row?.companyId ? { memberId: null, companyId: row.companyId } : null
}

export type CheckoutRow = { id: string; customerId: string; chargeId: string | null; amount: Ore }

export async function insertCheckout(db: Database, { id, customerId, chargeId, amount }: CheckoutRow, now: Date) {
  await db
    .insertInto('card_checkouts')
    .values({ id, customer_id: customerId, charge_id: chargeId, amount_cents: amount, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readCheckout(db: Database, id: string): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('card_checkouts')
    .select(['id', 'customer_id as customerId', 'charge_id as chargeId', 'amount_cents as amount'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export type SubscriptionRow = {
  id: string
  customerId: string
  status: string
  isLive: boolean
  nextChargeOn: string | null
}

/** Of two answers the one that was asked for later is the truer. */
export async function upsertSubscription(db: Database, row: SubscriptionRow, askedAt: Date) {
  const values = { status: row.status, is_live: row.isLive, next_charge_on: row.nextChargeOn, asked_at: askedAt }
  await db
    .insertInto('card_subscriptions')
    .values({ id: row.id, customer_id: row.customerId, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('card_subscriptions.asked_at', '<=', askedAt),
    )
    .execute()
}

export async function readLiveSubscription(db: Database, owner: CardOwner): Promise<SubscriptionRow | undefined> {
  let rows = db
    .selectFrom('card_subscriptions')
    .innerJoin('card_customers', 'card_customers.id', 'card_subscriptions.customer_id')
    .select(['card_subscriptions.id', 'customer_id as customerId', 'status', 'is_live as isLive'])
    .select('next_charge_on as nextChargeOn')
    .where('is_live', '=', true)
  rows = owner.memberId ? rows.where('member_id', '=', owner.memberId) : rows.where('company_id', '=', owner.companyId)
  return rows.executeTakeFirst()
}

export type EventOutcome = 'ignored' | 'noted' | 'booked' | 'booked before' | 'mismatch' | 'paid twice'

export type EventRow = { id: string; type: string; objectId: string; happenedAt: Date }

/** False when it was heard before; of many who hear it at once, the first one writes and the others wait for it. */
export async function insertEvent(db: Database, event: EventRow, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('card_events')
    .values({
      id: event.id,
      type: event.type,
      object_id: event.objectId,
      happened_at: event.happenedAt,
      received_at: now,
      outcome: 'ignored',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateEvent(db: Database, id: string, outcome: EventOutcome, note: string | null) {
  await db.updateTable('card_events').set({ outcome, note }).where('id', '=', id).execute()
}

export async function wasHeard(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('card_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** What came by card and does not fit: for an administrator to look at, the latest first. */
export async function readEventsToSee(db: Database, limit: number) {
  return db
    .selectFrom('card_events')
    .select(['id', 'type', 'object_id as objectId', 'received_at as receivedAt', 'outcome', 'note'])
    .where('outcome', 'in', ['mismatch', 'paid twice'])
    .where('seen_at', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()
}

/** False when there is none, or somebody has seen it. */
export async function markEventSeen(db: Database, id: string, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('card_events')
    .set({ seen_at: now, seen_by: by })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
