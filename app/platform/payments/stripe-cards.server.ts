import Stripe from 'stripe'
import {
  type Answer,
  type CardEvent,
  type CardFacts,
  type CardObject,
  type CardOrder,
  type CardSubscription,
  type Cards,
  type Checkout,
  refusedStatus,
  waitingStatus,
} from './cards.server'
import type { CardAccount } from './money-config.server'

/**
 * Stripe: Checkout for paying, the customer portal for changing the card, and the API with signed events for the rest.
 */

const patience = 10_000
/** Replay limit: the maximum age of a signed event, in seconds. */
const oldestEvent = 300

export function openStripe({ secretKey, webhookSecret, url }: CardAccount): Cards {
  const stripe = new Stripe(secretKey, { ...placeOf(url), timeout: patience, maxNetworkRetries: 1, telemetry: false })
  return {
    till: {
      name: 'stripe',

      register: ({ id, name, email }) =>
        answered(async () => {
          const customer = await stripe.customers.create(
            { name, email, metadata: { owner: id } },
            { idempotencyKey: `customer ${id}` },
          )
          return { customerId: customer.id }
        }),

      checkout: (order) =>
        answered(async () => {
          const session = await stripe.checkout.sessions.create(sessionFor(order), {
            idempotencyKey: `checkout ${order.key}`,
          })
          if (!session.url) throw new Error('A checkout that was just made has an address')
          return { id: session.id, url: session.url }
        }),

      portal: (customerId, backTo) =>
        answered(async () => {
          const { url } = await stripe.billingPortal.sessions.create({ customer: customerId, return_url: backTo })
          return { url }
        }),
    },

    desk: {
      look: (object) => answered(() => lookAt(stripe, object)),

      carryOut: (id, order) =>
        answered(async () => {
          await carryOut(stripe, id, order)
          return null
        }),

      hear(body, signature, now): CardEvent | null {
        try {
          const at = now.getTime()
          const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, oldestEvent, undefined, at)
          return {
            id: event.id,
            type: event.type,
            happenedAt: new Date(event.created * 1000),
            about: objectOf(event.type, event.data.object),
          }
        } catch (error) {
          if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
            return null
          throw error
        }
      },
    },
  }
}

function placeOf(url: string | null) {
  if (url === null) return {}
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

function sessionFor({
  customerId,
  text,
  amount,
  every,
  doneAt,
  cancelledAt,
}: Checkout): Stripe.Checkout.SessionCreateParams {
  const isOnce = every === 'once'
  const from = every === 'once' ? null : every.from
  return {
    mode: isOnce ? 'payment' : 'subscription',
    customer: customerId,
    locale: 'sv',
    success_url: doneAt,
    cancel_url: cancelledAt,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'sek',
          unit_amount: amount,
          product_data: { name: text },
          ...(isOnce ? {} : { recurring: { interval: 'month' as const } }),
        },
      },
    ],
    ...(from ? { subscription_data: { trial_end: Math.floor(from.getTime() / 1000) } } : {}),
  }
}

/** The object that an event is about, which is then looked up. Null for event types that do not concern us. */
function objectOf(type: string, object: object): CardObject | null {
  const id = 'id' in object && typeof object.id === 'string' ? object.id : null
  if (id === null) return null
  if (type.startsWith('checkout.session.')) return { kind: 'checkout', id }
  if (/^invoice\.(paid|payment_succeeded|payment_failed)$/.test(type)) return { kind: 'invoice', id }
  if (type.startsWith('customer.subscription.')) return { kind: 'subscription', id }
  if (/^(refund\.|charge\.refund\.)/.test(type)) return { kind: 'refund', id }
  return null
}

async function lookAt(stripe: Stripe, { kind, id }: CardObject): Promise<CardFacts | null> {
  try {
    switch (kind) {
      case 'checkout':
        return await lookAtCheckout(stripe, id)
      case 'invoice':
        return await lookAtInvoice(stripe, id)
      case 'subscription':
        return { kind, subscription: subscriptionFrom(await stripe.subscriptions.retrieve(id)) }
      case 'refund': {
        const { status } = await stripe.refunds.retrieve(id)
        return {
          kind,
          id,
          state: status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting',
        }
      }
    }
  } catch (error) {
    if (isNotThere(error)) return null
    throw error
  }
}

async function lookAtCheckout(stripe: Stripe, id: string): Promise<CardFacts> {
  const session = await stripe.checkout.sessions.retrieve(id)
  const subscriptionId = idOf(session.subscription)
  return {
    kind: 'payment',
    paymentId: idOf(session.payment_intent),
    source: { kind: 'checkout', id },
    // A subscription's first payment is reported by its invoice, not by the checkout.
    isPaid: session.mode === 'payment' && session.payment_status === 'paid',
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customerId: idOf(session.customer),
    subscription: subscriptionId ? subscriptionFrom(await stripe.subscriptions.retrieve(subscriptionId)) : null,
  }
}

async function lookAtInvoice(stripe: Stripe, id: string): Promise<CardFacts> {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] })
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription ?? null)
  const payment = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment
  return {
    kind: 'payment',
    paymentId: idOf(payment?.payment_intent ?? null),
    source: { kind: 'invoice', id },
    isPaid: invoice.status === 'paid' && invoice.amount_paid > 0,
    amount: invoice.amount_paid,
    currency: invoice.currency,
    customerId: idOf(invoice.customer),
    subscription: subscriptionId ? subscriptionFrom(await stripe.subscriptions.retrieve(subscriptionId)) : null,
  }
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const live = [waitingStatus, 'active', refusedStatus]

function subscriptionFrom(subscription: Stripe.Subscription): CardSubscription {
  const isLive = live.includes(subscription.status) && !subscription.cancel_at_period_end
  const periodEnd = subscription.items.data[0]?.current_period_end ?? null
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    status: subscription.status,
    isLive,
    nextChargeAt: isLive && periodEnd !== null ? new Date(periodEnd * 1000) : null,
  }
}

async function carryOut(stripe: Stripe, id: string, order: CardOrder) {
  const once = { idempotencyKey: `order ${id}` }
  switch (order.kind) {
    case 'refund':
      await stripe.refunds.create({ payment_intent: order.paymentId, amount: order.amount }, once)
      return
    case 'move next charge':
      await stripe.subscriptions.update(
        order.subscriptionId,
        { trial_end: Math.floor(order.until.getTime() / 1000), proration_behavior: 'none' },
        once,
      )
      return
    case 'end subscription':
      await stripe.subscriptions.cancel(order.subscriptionId, {}, once).catch((error: unknown) => {
        // Already ended there, by its owner in the portal or because the bank refused for too long.
        if (!isNotThere(error)) throw error
      })
  }
}

const isNotThere = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404

/** An invalid request is permanent. Network errors and errors at Stripe are temporary. */
async function answered<Value>(ask: () => Promise<Value>): Promise<Answer<Value>> {
  try {
    return { kind: 'done', value: await ask() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const isOurs = error instanceof Stripe.errors.StripeInvalidRequestError
    return {
      kind: isOurs ? 'permanent' : 'temporary',
      reason: ['stripe', error.statusCode, error.code ?? error.type].filter(Boolean).join(' '),
    }
  }
}
