import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { type Answer, type CardOrder, waitingStatus } from '~/platform/payments/cards.server'
import { doubling } from '~/shared/back-off'
import { insertPayout, markPaidOut } from '../book-store.server'
import { entriesOfPayout } from '../ledger'
import { claimDueOrders, type DueOrder, settleOrder } from './card-order-store.server'
import { updateSubscription } from './card-store.server'

const batch = 20
const claimSeconds = 60
/** Exponential back-off, at most six hours. Retried without end: an order stands until the provider has answered. */
const pauseAfter = doubling(60, 6 * 3600)

/**
 * Carries out due orders at the card provider: refund, move the next charge, end a subscription. Returns how many were
 * attempted.
 */
export async function carryOutCardOrders(house: House): Promise<number> {
  const { cards, db, clock } = house
  if (!cards) return 0
  const now = clock.now()
  const due = await claimDueOrders(db, now, claimSeconds, batch)
  for (const order of due) {
    const asked = orderOf(order)
    const answer: Answer<null> = asked
      ? await cards.desk.carryOut(order.id, asked)
      : { kind: 'permanent', reason: 'an order that says too little' }
    await db.transaction().execute(async (trx) => {
      if (answer.kind === 'temporary') {
        const next = new Date(now.getTime() + pauseAfter(order.attempts) * 1000)
        return settleOrder(trx, order.id, { state: 'queued', reason: answer.reason, next })
      }
      if (answer.kind === 'permanent') return settleOrder(trx, order.id, { state: 'failed', reason: answer.reason })
      await settleOrder(trx, order.id, { state: 'done' })
      await noteDone(trx, order, now)
    })
  }
  return due.length
}

async function noteDone(db: Database, { kind, objectId, refundId, amount, until }: DueOrder, now: Date) {
  if (kind === 'end subscription') await updateSubscription(db, objectId, { is_live: false, next_charge_on: null })
  if (kind === 'move next charge' && until !== null) {
    await updateSubscription(db, objectId, { status: waitingStatus, next_charge_on: until })
  }
  if (refundId === null || amount === null) return
  // An administrator may have paid it out in another way while the provider was away.
  if (!(await markPaidOut(db, refundId, null, now))) return
  await insertPayout(db, { refundId }, entriesOfPayout('card', amount), now)
}

/** Noon UTC is the same calendar day in Stockholm, whose days begin one or two hours before those of UTC. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

function orderOf({ kind, objectId, amount, until }: DueOrder): CardOrder | null {
  if (kind === 'refund' && amount !== null) return { kind, paymentId: objectId, amount }
  if (kind === 'move next charge' && until !== null) return { kind, subscriptionId: objectId, until: noon(until) }
  if (kind === 'end subscription') return { kind, subscriptionId: objectId }
  return null
}
