import { sql } from 'kysely'
import { companyIsHere, isKept } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { refusedStatus } from '~/platform/payments/cards.server'
import type { Ore } from '~/shared/money'
import { hasOrderToEnd, insertEnds, takeBackEnd } from './card-order-store.server'

/** The SQL of card payments: customer ids, checkouts and subscriptions. */

export type CardOwner = { memberId: string; companyId: null } | { memberId: null; companyId: string }

/** Which of these members pay by a live card subscription. */
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

export async function readCustomer(db: Database, owner: CardOwner): Promise<string | null> {
  let rows = db.selectFrom('card_customers').select('id')
  rows = owner.memberId ? rows.where('member_id', '=', owner.memberId) : rows.where('company_id', '=', owner.companyId)
  return (await rows.executeTakeFirst())?.id ?? null
}

/** Idempotent: of two concurrent registrations the provider returned the same customer id to both. */
export async function insertCustomer(db: Database, id: string, owner: CardOwner, now: Date) {
  await db
    .insertInto('card_customers')
    .values({ id, member_id: owner.memberId, company_id: owner.companyId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The owner of a customer id. Null if the owner has left, or if nobody answers for the company any more; undefined if we
 * do not know the customer.
 */
export async function readOwner(db: Database, customerId: string): Promise<CardOwner | null | undefined> {
  const row = await db
    .selectFrom('card_customers')
    .select(['member_id as memberId', 'company_id as companyId'])
    .select(isKept(sql.ref('card_customers.company_id')).as('isKept'))
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.memberId) return { memberId: row.memberId, companyId: null }
  return row.companyId && row.isKept ? { memberId: null, companyId: row.companyId } : null
}

/** Why a customer that we know has no owner: no longer a member, a company that nobody answers for, or one that has left. */
export async function readWhyNoOwner(db: Database, customerId: string): Promise<'role' | 'nobody answers' | 'left'> {
  const row = await db
    .selectFrom('card_customers')
    .select('member_id as memberId')
    .select(companyIsHere('card_customers.company_id').as('isHere'))
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (row?.memberId) return 'role'
  return row?.isHere ? 'nobody answers' : 'left'
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

/** Whether the card's owner agreed to this monthly amount in a checkout, whatever the price was at the time. */
export async function wasAgreed(db: Database, customerId: string, amount: Ore): Promise<boolean> {
  const row = await db
    .selectFrom('card_checkouts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('charge_id', 'is', null)
    .where('amount_cents', '=', amount)
    .executeTakeFirst()
  return row !== undefined
}

export type SubscriptionRow = {
  id: string
  customerId: string
  status: string
  isLive: boolean
  nextChargeOn: string | null
}

/** Answers may be stored out of order: an answer that was asked for earlier never overwrites a later one. */
export async function upsertSubscription(db: Database, row: SubscriptionRow, askedAt: Date) {
  const values = { status: row.status, is_live: row.isLive, next_charge_on: row.nextChargeOn, asked_at: askedAt }
  await db
    .insertInto('card_subscriptions')
    .values({ id: row.id, customer_id: row.customerId, first_heard_at: askedAt, ...values })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(values).where('card_subscriptions.asked_at', '<=', askedAt),
    )
    .execute()
}

/**
 * Notes at once what an order has changed at the provider. The provider's own event about it may come later, or never.
 */
export async function updateSubscription(
  db: Database,
  id: string,
  now: { status: string; next_charge_on: string } | { is_live: false; next_charge_on: null },
) {
  await db.updateTable('card_subscriptions').set(now).where('id', '=', id).execute()
}

/**
 * Subscriptions that still renew, in the order they were first heard of. Two checkouts that were open at once can
 * create two.
 */
export async function readLiveSubscriptions(db: Database, owners: readonly CardOwner[]) {
  const memberIds = owners.flatMap(({ memberId }) => memberId ?? [])
  const companyIds = owners.flatMap(({ companyId }) => companyId ?? [])
  return db
    .selectFrom('card_subscriptions')
    .innerJoin('card_customers', 'card_customers.id', 'card_subscriptions.customer_id')
    .select(['card_subscriptions.id', 'customer_id as customerId', 'status', 'is_live as isLive'])
    .select(['next_charge_on as nextChargeOn', 'member_id as memberId', 'company_id as companyId'])
    .select((of) => hasOrderToEnd(of.ref('card_subscriptions.id')).as('isToEnd'))
    .where('is_live', '=', true)
    .where((where) =>
      where.or([
        where('member_id', '=', where.fn.any(where.val(memberIds).$castTo<string[]>())),
        where('company_id', '=', where.fn.any(where.val(companyIds).$castTo<string[]>())),
      ]),
    )
    .orderBy('card_subscriptions.first_heard_at')
    .orderBy('card_subscriptions.id')
    .execute()
}

type Live = Awaited<ReturnType<typeof readLiveSubscriptions>>[number]

/**
 * The day of a subscription's next draw, from a day on. Null for one that is to end, which draws no more, and for one
 * whose last draw the bank refused, which is not counted on.
 */
export function drawDay({ status, isToEnd, nextChargeOn }: Live, from: string): string | null {
  if (isToEnd || status === refusedStatus || nextChargeOn === null) return null
  return nextChargeOn >= from ? nextChargeOn : null
}

/** The day of each company's next draw by card, from a day on. */
export async function readDrawDays(db: Database, companyIds: readonly string[], from: string) {
  const owners = companyIds.map((companyId) => ({ memberId: null, companyId }))
  const days = new Map<string, string>()
  for (const one of await readLiveSubscriptions(db, owners)) {
    const day = drawDay(one, from)
    if (one.companyId && day) days.set(one.companyId, day)
  }
  return days
}

export async function readLiveSubscription(db: Database, owner: CardOwner): Promise<SubscriptionRow | undefined> {
  return (await readLiveSubscriptions(db, [owner]))[0]
}

/** Ends all card subscriptions of a payer who is leaving. */
export async function endSubscriptionsOf(db: Database, owner: CardOwner, now: Date) {
  const live = await readLiveSubscriptions(db, [owner])
  await insertEnds(
    db,
    live.map(({ id }) => id),
    now,
  )
}

/** Keeps the first card subscription of a payer who was leaving and stays after all. */
export async function keepSubscriptionsOf(db: Database, owner: CardOwner) {
  const [first] = await readLiveSubscriptions(db, [owner])
  if (first) await takeBackEnd(db, [first.id])
}
