import type { Ore } from '~/shared/money'
import type { Undelivered } from '../delivery'

/** Payment by card, behind two narrow doors: where people pay, and where the provider is asked and told. */

export type Answer<Value> = { kind: 'done'; value: Value } | Undelivered

export type CardOwner = { id: string; name: string; email: string }

export type Checkout = {
  /** The same key is the same checkout, however often it is asked for. */
  key: string
  customerId: string
  text: string
  /** With VAT in it. */
  amount: Ore
  /** Once, or every month: from a moment at least two days off, or from now. */
  every: 'once' | { month: true; from: Date | null }
  doneAt: string
  cancelledAt: string
}

export type CardTill = {
  name: string
  register(owner: CardOwner): Promise<Answer<{ customerId: string }>>
  checkout(order: Checkout): Promise<Answer<{ id: string; url: string }>>
  /** Where somebody changes the card, and sees what was drawn from it. */
  portal(customerId: string, backTo: string): Promise<Answer<{ url: string }>>
}

/** The provider's things that we ask about. */
export type CardObject = { kind: 'checkout' | 'invoice' | 'subscription' | 'refund'; id: string }

/** The provider's word for a subscription that waits for its first charge, or for the day that it was moved to. */
export const waitingStatus = 'trialing'

export type CardSubscription = {
  id: string
  customerId: string
  status: string
  /** Money will be drawn again. */
  isLive: boolean
  nextChargeAt: Date | null
}

/** What one of them is now, whatever an event said it was. */
export type CardFacts =
  | {
      kind: 'payment'
      /** The provider's name for the payment: the same money has the same. */
      paymentId: string | null
      /** The checkout it was made in, or the invoice of a subscription. */
      source: { kind: 'checkout' | 'invoice'; id: string }
      isPaid: boolean
      amount: Ore
      /** In lower case: "sek". */
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
  /** Null when there is no such thing. */
  look(object: CardObject): Promise<Answer<CardFacts | null>>
  /** `id` is sent along, so that an order that is sent twice is carried out once. */
  carryOut(id: string, order: CardOrder): Promise<Answer<null>>
  /** An event, if the provider has signed these very bytes, not long ago. */
  hear(body: string, signature: string, now: Date): CardEvent | null
}

export type Cards = { till: CardTill; desk: CardDesk }
