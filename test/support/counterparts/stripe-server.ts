import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/**
 * The part of Stripe that we use, on loopback: it stores what it is asked to make, answers queries, and signs events as
 * Stripe does. Requests are recorded, to be checked against Stripe's own description.
 */
export type Asked = { method: string; path: string; body: Record<string, unknown>; idempotencyKey: string | null }

/** How an event is signed, and its id and time where a test needs others. */
type Signing = { at?: Date; secret?: string; id?: string; created?: Date }

type Thing = Record<string, unknown> & { id: string }

export async function startStripe() {
  const webhookSecret = 'whsec_0123456789abcdefghij'
  const things = new Map<string, Thing>()
  const answers = new Map<string, Thing>()
  const asked: Asked[] = []
  const strange: string[] = []
  let broken = false
  let made = 0
  const make = (prefix: string, fields: Record<string, unknown>): Thing => {
    const thing = { id: `${prefix}_${++made}`, ...fields }
    things.set(thing.id, thing)
    return thing
  }

  /** Null for a cancelled object, which cannot be changed or cancelled again. */
  const living = (id: string) => {
    const thing = things.get(id)
    return thing?.status === 'canceled' ? null : thing
  }

  const posts: [RegExp, (body: Record<string, unknown>, id: string) => Thing | null][] = [
    [/^\/v1\/customers$/, (body) => make('cus', { object: 'customer', ...body })],
    [
      /^\/v1\/checkout\/sessions$/,
      (body) => {
        const [line] = body.line_items as { price_data: { unit_amount: number; currency: string } }[]
        const session = make('cs', {
          object: 'checkout.session',
          mode: body.mode,
          customer: body.customer,
          amount_total: line?.price_data.unit_amount ?? 0,
          currency: line?.price_data.currency,
          payment_status: 'unpaid',
          payment_intent: null,
          subscription: null,
          trial_end: (body.subscription_data as { trial_end?: number } | undefined)?.trial_end ?? null,
        })
        return Object.assign(session, { url: `https://checkout.stripe.com/${session.id}` })
      },
    ],
    [
      /^\/v1\/billing_portal\/sessions$/,
      (body) => make('bps', { url: `https://billing.stripe.com/${String(body.customer)}` }),
    ],
    [/^\/v1\/refunds$/, (body) => make('re', { object: 'refund', status: 'succeeded', ...body })],
    [
      /^\/v1\/subscriptions\/(\w+)$/,
      (body, id) => {
        const subscription = living(id)
        if (!subscription) return null
        const end = body.trial_end as number
        return Object.assign(subscription, { status: 'trialing', items: { data: [{ current_period_end: end }] } })
      },
    ],
  ]

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stripe.test')
    const body = decode(await textOf(request))
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : null
    const reply = (status: number, answer: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
    if (broken) return reply(500, { error: { type: 'api_error', message: 'down' } })
    if (request.headers.authorization !== 'Bearer sk_test_loopback') strange.push('no key')
    if (request.headers['stripe-version'] !== Stripe.API_VERSION) strange.push('another version')
    asked.push({ method: request.method ?? '', path: pathname, body, idempotencyKey })
    const unknown = () =>
      reply(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'no such' } })
    if (request.method === 'GET') {
      const thing = things.get(pathname.split('/').at(-1) ?? '')
      return thing ? reply(200, thing) : unknown()
    }
    if (request.method === 'DELETE') {
      const thing = living(pathname.split('/').at(-1) ?? '')
      return thing ? reply(200, Object.assign(thing, { status: 'canceled' })) : unknown()
    }
    const known = idempotencyKey && answers.get(idempotencyKey)
    if (known) return reply(200, known)
    for (const [pattern, does] of posts) {
      const match = pattern.exec(pathname)
      if (!match) continue
      const answer = does(body, match[1] ?? '')
      if (!answer) return unknown()
      if (idempotencyKey) answers.set(idempotencyKey, answer)
      return reply(200, answer)
    }
    strange.push(`${request.method} ${pathname}`)
    return unknown()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    account: { secretKey: 'sk_test_loopback', webhookSecret, url: `http://127.0.0.1:${port}` },
    asked,
    strange,
    things,
    make,
    breakDown: (isBroken: boolean) => {
      broken = isBroken
    },
    /** Somebody pays in a checkout. */
    pay(sessionId: string, changed: Record<string, unknown> = {}) {
      const paid = { payment_status: 'paid', payment_intent: `pi_${++made}`, ...changed }
      return Object.assign(things.get(sessionId) ?? make('cs', {}), paid)
    },
    /** Somebody starts a subscription by card. */
    subscribe(sessionId: string, nextChargeAt: Date, status = 'trialing') {
      const session = things.get(sessionId) ?? make('cs', {})
      const subscription = make('sub', {
        object: 'subscription',
        status,
        customer: session.customer,
        cancel_at_period_end: false,
        items: { data: [{ current_period_end: Math.floor(nextChargeAt.getTime() / 1000) }] },
      })
      Object.assign(session, { subscription: subscription.id, payment_status: 'no_payment_required' })
      return subscription
    },
    /** A monthly payment is charged. */
    draw(subscription: Thing, amount: number, nextChargeAt: Date, changed: Record<string, unknown> = {}) {
      Object.assign(subscription, {
        status: 'active',
        items: { data: [{ current_period_end: Math.floor(nextChargeAt.getTime() / 1000) }] },
      })
      return make('in', {
        object: 'invoice',
        status: 'paid',
        amount_paid: amount,
        currency: 'sek',
        customer: subscription.customer,
        parent: { subscription_details: { subscription: subscription.id } },
        payments: { data: [{ status: 'paid', payment: { payment_intent: `pi_${++made}` } }] },
        ...changed,
      })
    },
    /** An event as Stripe sends it: its bytes and their signature. */
    event(type: string, object: object, given: Signing = {}) {
      const { at = new Date(), secret = webhookSecret } = given
      const { id = `evt_${++made}`, created = at } = given
      const payload = JSON.stringify({
        id,
        object: 'event',
        type,
        created: Math.floor(created.getTime() / 1000),
        data: { object },
      })
      const timestamp = Math.floor(at.getTime() / 1000)
      const signature = new Stripe('sk_test_loopback').webhooks.generateTestHeaderString({ payload, secret, timestamp })
      return { payload, signature }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type StripeServer = Awaited<ReturnType<typeof startStripe>>

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Decodes "a[0][b]=c" to { a: [{ b: 'c' }] }, with numbers as numbers. */
export function decode(form: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [key, value] of new URLSearchParams(form)) {
    const path = [...key.matchAll(/[^[\]]+/g)].map(([part]) => part)
    const last = path.pop() ?? ''
    let place = root
    for (const part of path) {
      place[part] ??= {}
      place = place[part] as Record<string, unknown>
    }
    place[last] = /^\d+$/.test(value) ? Number(value) : value
  }
  return listed(root) as Record<string, unknown>
}

function listed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, listed(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
