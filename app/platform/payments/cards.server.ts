import type { Ore } from '~/shared/money'
import type { Undelivered } from '../delivery'

/**
 * Card payments, as two narrow ports: the till, where people pay, and the desk, which queries and instructs the
 * provider.
 */

export type Answer<Value> = { kind: 'done'; value: Value } | Undelivered

export type CardOwner = { id: string; name: string; email: string }

export type Checkout = {
  /** Idempotency key: the same key is the same checkout, however often it is requested. */
  key: string
  customerId: string
  text: string
  /** Including VAT. */
  amount: Ore
  /** One payment, or a monthly subscription: starting at a moment at least two days ahead, or now. */
  every: 'once' | { month: true; from: Date | null }
  doneAt: string
  cancelledAt: string
}

export type CardTill = {
  name: string
  register(owner: CardOwner): Promise<Answer<{ customerId: string }>>
  checkout(order: Checkout): Promise<Answer<{ id: string; url: string }>>
  /** The provider's page where the customer changes the card and sees past charges. */
  portal(customerId: string, backTo: string): Promise<Answer<{ url: string }>>
}

/** The provider's objects that we query. */
export type CardObject = { kind: 'checkout' | 'invoice' | 'subscription' | 'refund'; id: string }

/** Stripe's status of a subscription that waits for its first charge, or for the day it was moved to. */
export const waitingStatus = 'trialing'

/** Stripe's status of a subscription whose last draw the bank refused. It is tried again, on days that we do not know. */
export const refusedStatus = 'past_due'

export type CardSubscription = {
  id: string
  customerId: string
  status: string
  /** Whether money will be drawn again. */
  isLive: boolean
  nextChargeAt: Date | null
}

/** The current state of an object at the provider, independent of what an event said. */
export type CardFacts =
  | {
      kind: 'payment'
      /** The provider's id of the payment. Identifies the money, so that it is not booked twice. */
      paymentId: string | null
      /** The checkout in which it was paid, or the invoice of a subscription. */
      source: { kind: 'checkout' | 'invoice'; id: string }
      isPaid: boolean
      amount: Ore
      /** Lower-case code: "sek". */
      currency: string
      customerId: string | null
      subscription: CardSubscription | null
    }
  | { kind: 'subscription'; subscription: CardSubscription }
  | { kind: 'refund'; id: string; state: 'done' | 'waiting' | 'failed' }

export type CardOrder =
  | { kind: 'refund'; paymentId: string; amount: Ore }
  | { kind: 'move next charge'; subscriptionId: string; until: Date }
  | { kind: 'end subscription'; subscriptionId: string }

export type CardEvent = { id: string; type: string; happenedAt: Date; about: CardObject | null }

export type CardDesk = {
  /** Null if the object does not exist. */
  look(object: CardObject): Promise<Answer<CardFacts | null>>
  /** `id` is the idempotency key: an order sent twice is carried out once. */
  carryOut(id: string, order: CardOrder): Promise<Answer<null>>
  /**
   * Verifies a webhook: the event, if the provider's signature matches these exact bytes and is recent; otherwise null.
   */
  hear(body: string, signature: string, now: Date): CardEvent | null
}

export type Cards = { till: CardTill; desk: CardDesk }
