import type { House } from '~/platform/house.server'
import type { Answer, CardOrder } from '~/platform/payments/cards.server'
import { insertPayout, markPaidOut } from '../book-store.server'
import { entriesOfPayout } from '../ledger'
import { claimDueOrders, type DueOrder, settleOrder } from './card-store.server'

const batch = 20
const claimFor = 60_000
const hour = 3_600_000

/** Tells the card provider what it is to do: money back, wait, or stop. Returns how many were tried. */
export async function carryOutCardOrders(house: House): Promise<number> {
  const { cards, db, clock } = house
  if (!cards) return 0
  const now = clock.now()
  const due = await claimDueOrders(db, now, new Date(now.getTime() + claimFor), batch)
  for (const order of due) {
    const asked = orderOf(order)
    const answer: Answer<null> = asked
      ? await cards.desk.carryOut(order.id, asked)
      : { kind: 'permanent', reason: 'an order that says too little' }
    await db.transaction().execute(async (trx) => {
      if (answer.kind === 'temporary') {
        const next = new Date(now.getTime() + Math.min(2 ** order.attempts * 30_000, 6 * hour))
        return settleOrder(trx, order.id, { state: 'queued', reason: answer.reason, next })
      }
      if (answer.kind === 'permanent') return settleOrder(trx, order.id, { state: 'failed', reason: answer.reason })
      await settleOrder(trx, order.id, { state: 'done' })
      if (order.refundId === null || order.amount === null) return
      await markPaidOut(trx, order.refundId, null, now)
      await insertPayout(trx, order.refundId, entriesOfPayout('card', order.amount), now)
    })
  }
  return due.length
}

/** In Stockholm a day begins an hour or two before it does by UTC; noon is that day in both. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)

function orderOf({ kind, objectId, amount, until }: DueOrder): CardOrder | null {
  if (kind === 'refund' && amount !== null) return { kind, paymentId: objectId, amount }
  if (kind === 'move next charge' && until !== null) return { kind, subscriptionId: objectId, until: noon(until) }
  if (kind === 'end subscription') return { kind, subscriptionId: objectId }
  return null
}
