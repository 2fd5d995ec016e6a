import { ClientRequest, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { decode, type StripeServer, startStripe } from '../../../test/support/counterparts/stripe-server'
import type { CardObject, CardOrder, Checkout } from './cards.server'
import { openStripe } from './stripe-cards.server'

/* What Stripe is asked, and what is made of its answers. What becomes of a payment is tested in app/payments/card. */

const now = new Date('2026-11-28T10:00:00Z')
const later = new Date('2026-12-28T10:00:00.900Z')
const laterSeconds = Date.UTC(2026, 11, 28, 10) / 1000

type Said = { status: number; body: object }
let stripe: StripeServer
/** A second Stripe, which gives one answer to everything. */
let server: Server
let says: Said
let heard: { asked: string; body: object; headers: Record<string, unknown> }[] = []

beforeAll(async () => {
  stripe = await startStripe()
  server = createServer((asked, answer) => {
    let text = ''
    asked.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    asked.on('end', () => {
      heard.push({ asked: `${asked.method} ${asked.url}`, body: decode(text), headers: asked.headers })
      answer.writeHead(says.status, { 'content-type': 'application/json', 'request-id': 'req_1' })
      answer.end(JSON.stringify(says.body))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
})
beforeEach(() => {
  heard = []
  stripe.asked.length = 0
})
afterAll(async () => {
  expect(stripe.strange).toEqual([])
  await stripe.stop()
  server.closeAllConnections()
  server.close()
})

const cards = () => openStripe(stripe.account)
const answering = (said: Said) => {
  says = said
  const { port } = server.address() as AddressInfo
  return openStripe({ ...stripe.account, url: `http://127.0.0.1:${port}` })
}
const look = (object: CardObject, said: object) => answering({ status: 200, body: said }).desk.look(object)
const refusal = (status: number, error: object) => ({ status, body: { error: { message: 'Nej', ...error } } })
const missing = refusal(404, { type: 'invalid_request_error', code: 'resource_missing' })

const order: Checkout = {
  ...{ key: 'k1', customerId: 'cus_1', text: 'Medlemskap', amount: 39_00, every: 'once' },
  ...{ doneAt: 'https://kvartera.example/klart', cancelledAt: 'https://kvartera.example/avbrutet' },
}

describe('the till', () => {
  test('registers an owner once, by an idempotency key of the owner’s own', async () => {
    const owner = { id: 'o1', name: 'Åsa Ek', email: 'asa@example.se' }
    const answer = await cards().till.register(owner)
    expect(answer).toEqual({ kind: 'done', value: { customerId: expect.stringMatching(/^cus_/) } })
    expect(stripe.asked).toEqual([
      {
        ...{ method: 'POST', path: '/v1/customers', idempotencyKey: 'customer o1' },
        body: { name: 'Åsa Ek', email: 'asa@example.se', metadata: { owner: 'o1' } },
      },
    ])
  })

  const price = { currency: 'sek', unit_amount: 39_00, product_data: { name: 'Medlemskap' } }
  const session = {
    ...{ customer: 'cus_1', locale: 'sv', success_url: order.doneAt, cancel_url: order.cancelledAt },
    line_items: [{ quantity: 1, price_data: price }],
  }
  const monthly = {
    ...session,
    mode: 'subscription',
    line_items: [{ quantity: 1, price_data: { ...price, recurring: { interval: 'month' } } }],
  }
  test.each<[string, Checkout['every'], object]>([
    ['one payment', 'once', { ...session, mode: 'payment' }],
    ['a payment a month from now on', { month: true, from: null }, monthly],
    [
      'a payment a month from a later moment, in whole seconds',
      { month: true, from: later },
      { ...monthly, subscription_data: { trial_end: laterSeconds } },
    ],
  ])('opens a checkout in Swedish for %s', async (_, every, body) => {
    const answer = await cards().till.checkout({ ...order, every, key: JSON.stringify(every) })
    const id = expect.stringMatching(/^cs_/)
    const url = expect.stringMatching(/^https:\/\/checkout\.stripe\.com\/cs_/)
    expect(answer).toEqual({ kind: 'done', value: { id, url } })
    expect(stripe.asked).toEqual([
      {
        ...{ method: 'POST', path: '/v1/checkout/sessions', body },
        idempotencyKey: `checkout ${JSON.stringify(every)}`,
      },
    ])
  })

  test('fails for a checkout that has no address', async () => {
    const { till } = answering({ status: 200, body: { id: 'cs_1', url: null } })
    await expect(till.checkout(order)).rejects.toThrow('has an address')
  })

  test('opens the customer’s own page, with a way back', async () => {
    const answer = await cards().till.portal('cus_1', 'https://kvartera.example/kort')
    expect(answer).toEqual({ kind: 'done', value: { url: 'https://billing.stripe.com/cus_1' } })
    expect(stripe.asked).toMatchObject([
      {
        ...{ method: 'POST', path: '/v1/billing_portal/sessions' },
        body: { customer: 'cus_1', return_url: 'https://kvartera.example/kort' },
      },
    ])
  })
})

describe('an error', () => {
  test.each<[string, Said, object]>([
    [
      'an invalid request is permanent, with its code',
      refusal(400, { type: 'invalid_request_error', code: 'amount_too_small' }),
      { kind: 'permanent', reason: 'stripe 400 amount_too_small' },
    ],
    [
      'an invalid request without a code is named by its type',
      refusal(400, { type: 'invalid_request_error' }),
      { kind: 'permanent', reason: 'stripe 400 StripeInvalidRequestError' },
    ],
    [
      'a wrong key is temporary, since an operator can mend it',
      refusal(401, { type: 'invalid_request_error' }),
      { kind: 'temporary', reason: 'stripe 401 StripeAuthenticationError' },
    ],
    [
      'too many requests are temporary',
      refusal(429, { type: 'invalid_request_error', code: 'rate_limit' }),
      { kind: 'temporary', reason: 'stripe 429 rate_limit' },
    ],
  ])('%s', async (_, said, expected) => {
    expect(await answering(said).till.checkout(order)).toEqual(expected)
    expect(heard).toHaveLength(1)
  })

  test('at Stripe is temporary, after one more try with the same key', async () => {
    expect(await answering(refusal(503, { type: 'api_error' })).till.checkout(order)).toEqual({
      ...{ kind: 'temporary', reason: 'stripe 503 StripeAPIError' },
    })
    expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual(['checkout k1', 'checkout k1'])
  })

  test('of the network has no status in its reason', async () => {
    const nobody = createServer()
    await new Promise<void>((ready) => nobody.listen(0, '127.0.0.1', ready))
    const { port } = nobody.address() as AddressInfo
    await new Promise((closed) => nobody.close(closed))
    const { till } = openStripe({ ...stripe.account, url: `http://127.0.0.1:${port}` })
    const failed = await till.portal('cus_1', 'https://kvartera.example')
    expect(failed).toEqual({ kind: 'temporary', reason: 'stripe StripeConnectionError' })
  })

  test('is temporary when Stripe is silent for ten seconds, and again for ten', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    const waited: number[] = []
    const { setTimeout: wait } = ClientRequest.prototype
    const limit = vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
      this: ClientRequest,
      ms,
      then,
    ) {
      waited.push(ms)
      return wait.call(this, 20, then)
    })
    try {
      const { port } = silent.address() as AddressInfo
      const { till } = openStripe({ ...stripe.account, url: `http://127.0.0.1:${port}` })
      const failed = await till.portal('cus_1', 'https://kvartera.example')
      expect(failed).toEqual({ kind: 'temporary', reason: 'stripe StripeConnectionError' })
      expect(waited).toEqual([10_000, 10_000])
    } finally {
      limit.mockRestore()
      silent.closeAllConnections()
      silent.close()
    }
  })

  test('of our own is thrown, not taken for an answer', async () => {
    const { desk } = answering({ status: 200, body: { id: 'sub_1', status: 'active' } })
    await expect(desk.look({ kind: 'subscription', id: 'sub_1' })).rejects.toThrow(TypeError)
  })
})

test('tells Stripe nothing of how long earlier requests took', async () => {
  const { till } = answering({ status: 200, body: { id: 'cs_1', url: 'https://checkout.stripe.com/cs_1' } })
  await till.checkout(order)
  await till.checkout(order)
  expect(heard.map(({ headers }) => headers['x-stripe-client-telemetry'])).toEqual([undefined, undefined])
})

describe('looking up', () => {
  const subscription = {
    ...{ id: 'sub_1', status: 'active', customer: 'cus_1', cancel_at_period_end: false },
    items: { data: [{ current_period_end: laterSeconds }] },
  }
  const nextChargeAt = new Date(laterSeconds * 1000)
  const live = { id: 'sub_1', customerId: 'cus_1', status: 'active', isLive: true, nextChargeAt }
  const ended = { ...live, isLive: false, nextChargeAt: null }

  test.each<[string, object, object]>([
    ['that is active is live', {}, live],
    ['that has not begun is live', { status: 'trialing' }, { ...live, status: 'trialing' }],
    ['whose bank refuses is live', { status: 'past_due' }, { ...live, status: 'past_due' }],
    ['that has ended is not live', { status: 'canceled' }, { ...ended, status: 'canceled' }],
    ['that waits for its first payment is not live', { status: 'incomplete' }, { ...ended, status: 'incomplete' }],
    ['that ends with its period is not live', { cancel_at_period_end: true }, ended],
    ['without a period is live, without a next charge', { items: { data: [] } }, { ...live, nextChargeAt: null }],
    [
      'whose customer was sent along has the customer’s id',
      { customer: { id: 'cus_2' } },
      { ...live, customerId: 'cus_2' },
    ],
    ['of no customer is nobody’s', { customer: null }, { ...live, customerId: '' }],
  ])('a subscription %s', async (_, given, expected) => {
    expect(await look({ kind: 'subscription', id: 'sub_1' }, { ...subscription, ...given })).toEqual({
      ...{ kind: 'done', value: { kind: 'subscription', subscription: expected } },
    })
    expect(heard.map(({ asked }) => asked)).toEqual(['GET /v1/subscriptions/sub_1'])
  })

  test.each([
    ['succeeded', 'done'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['pending', 'waiting'],
    ['requires_action', 'waiting'],
  ])('a refund that is %s at Stripe is %s', async (status, state) => {
    expect(await look({ kind: 'refund', id: 're_1' }, { id: 're_1', status })).toEqual({
      ...{ kind: 'done', value: { kind: 'refund', id: 're_1', state } },
    })
    expect(heard.map(({ asked }) => asked)).toEqual(['GET /v1/refunds/re_1'])
  })

  const session = {
    ...{ id: 'cs_1', mode: 'payment', payment_status: 'paid', amount_total: 39_00, currency: 'sek' },
    ...{ customer: 'cus_1', payment_intent: 'pi_1', subscription: null },
  }
  const paid = {
    ...{ kind: 'payment', paymentId: 'pi_1', source: { kind: 'checkout', id: 'cs_1' }, isPaid: true, amount: 39_00 },
    ...{ currency: 'sek', customerId: 'cus_1', subscription: null },
  }
  test.each<[string, object, object]>([
    ['that is paid', {}, {}],
    ['that is not paid', { payment_status: 'unpaid' }, { isPaid: false }],
    ['that needs no payment', { payment_status: 'no_payment_required' }, { isPaid: false }],
    ['of a subscription is no payment of its own', { mode: 'subscription' }, { isPaid: false }],
    ['without a sum and a currency', { amount_total: null, currency: null }, { amount: 0, currency: '' }],
    [
      'without a payment and a customer',
      { payment_intent: null, customer: null },
      { paymentId: null, customerId: null },
    ],
    ['with its payment sent along', { payment_intent: { id: 'pi_2' } }, { paymentId: 'pi_2' }],
  ])('a checkout %s', async (_, given, expected) => {
    const answer = await look({ kind: 'checkout', id: 'cs_1' }, { ...session, ...given })
    expect(answer).toEqual({ kind: 'done', value: { ...paid, ...expected } })
    expect(heard.map(({ asked }) => asked)).toEqual(['GET /v1/checkout/sessions/cs_1'])
  })

  const invoice = {
    ...{ id: 'in_1', status: 'paid', amount_paid: 39_00, currency: 'sek', customer: 'cus_1', parent: null },
    payments: {
      data: [
        { status: 'canceled', payment: { payment_intent: 'pi_0' } },
        { status: 'paid', payment: { payment_intent: 'pi_1' } },
      ],
    },
  }
  test.each<[string, object, object]>([
    ['that is paid, by the payment that succeeded', {}, {}],
    ['that is open', { status: 'open' }, { isPaid: false }],
    ['of nothing is no payment', { amount_paid: 0 }, { isPaid: false, amount: 0 }],
    ['of one öre is a payment', { amount_paid: 1 }, { amount: 1 }],
    [
      'with an open payment only',
      { payments: { data: [{ status: 'open', payment: { payment_intent: 'pi_0' } }] } },
      { paymentId: null },
    ],
    ['without payments', { payments: undefined }, { paymentId: null }],
    ['with a payment of another kind', { payments: { data: [{ status: 'paid', payment: {} }] } }, { paymentId: null }],
  ])('an invoice %s', async (_, given, expected) => {
    const answer = await look({ kind: 'invoice', id: 'in_1' }, { ...invoice, ...given })
    expect(answer).toEqual({ kind: 'done', value: { ...paid, source: { kind: 'invoice', id: 'in_1' }, ...expected } })
    expect(heard.map(({ asked }) => decodeURI(asked))).toEqual(['GET /v1/invoices/in_1?expand[0]=payments'])
  })

  test('a checkout or an invoice of a subscription brings the subscription along', async () => {
    stripe.things.set('sub_1', subscription)
    stripe.things.set('cs_1', { ...session, mode: 'subscription', subscription: 'sub_1' })
    stripe.things.set('in_1', { ...invoice, parent: { subscription_details: { subscription: { id: 'sub_1' } } } })
    const { desk } = cards()
    const expected = { kind: 'done', value: { subscription: live } }
    expect(await desk.look({ kind: 'checkout', id: 'cs_1' })).toMatchObject(expected)
    expect(await desk.look({ kind: 'invoice', id: 'in_1' })).toMatchObject(expected)
  })

  test.each(['checkout', 'invoice', 'subscription', 'refund'] as const)(
    'a %s that does not exist is nothing, and one that may not be read is a refusal',
    async (kind) => {
      expect(await answering(missing).desk.look({ kind, id: 'x_1' })).toEqual({ kind: 'done', value: null })
      const { desk } = answering(refusal(400, { type: 'invalid_request_error' }))
      expect(await desk.look({ kind, id: 'x_1' })).toMatchObject({ kind: 'permanent' })
    },
  )
})

describe('an order', () => {
  const seconds = { trial_end: laterSeconds, proration_behavior: 'none' }
  test.each<[CardOrder, string, object]>([
    [
      { kind: 'refund', paymentId: 'pi_1', amount: 39_00 },
      'POST /v1/refunds',
      { payment_intent: 'pi_1', amount: 39_00 },
    ],
    [{ kind: 'move next charge', subscriptionId: 'sub_1', until: later }, 'POST /v1/subscriptions/sub_1', seconds],
    [{ kind: 'end subscription', subscriptionId: 'sub_1' }, 'DELETE /v1/subscriptions/sub_1', {}],
  ])('is given once, and fails when Stripe refuses it: $kind', async (given, asked, body) => {
    expect(await answering({ status: 200, body: {} }).desk.carryOut('7', given)).toEqual({ kind: 'done', value: null })
    expect(heard).toMatchObject([{ asked, body }])
    expect(heard[0]?.body).toEqual(body)
    expect(heard[0]?.headers['idempotency-key']).toBe('order 7')
    const { desk } = answering(refusal(400, { type: 'invalid_request_error' }))
    expect(await desk.carryOut('7', given)).toMatchObject({ kind: 'permanent' })
  })

  test('to end a subscription that has ended already is done; to move one is not', async () => {
    const { desk } = answering(missing)
    const subscriptionId = 'sub_1'
    expect(await desk.carryOut('7', { kind: 'end subscription', subscriptionId })).toEqual({
      kind: 'done',
      value: null,
    })
    const moved = await desk.carryOut('8', { kind: 'move next charge', subscriptionId, until: later })
    expect(moved).toEqual({ kind: 'permanent', reason: 'stripe 404 resource_missing' })
  })
})

describe('an event', () => {
  const hear = (type: string, object: object, options: { at?: Date; created?: Date } = {}) => {
    const { payload, signature } = stripe.event(type, object, { at: now, id: 'evt_1', ...options })
    return cards().desk.hear(payload, signature, now)
  }
  test.each([
    ['checkout.session.completed', 'checkout'],
    ['checkout.session.expired', 'checkout'],
    ['invoice.paid', 'invoice'],
    ['invoice.payment_succeeded', 'invoice'],
    ['invoice.payment_failed', 'invoice'],
    ['customer.subscription.deleted', 'subscription'],
    ['refund.updated', 'refund'],
    ['charge.refund.updated', 'refund'],
    ['charge.refunded', null],
    ['invoice.created', null],
    ['customer.updated', null],
  ])('%s is about: %s', (type, kind) => {
    const about = kind && { kind, id: 'x_1' }
    const created = new Date('2026-11-28T09:59:00Z')
    expect(hear(type, { id: 'x_1' }, { created })).toEqual({ id: 'evt_1', type, happenedAt: created, about })
  })

  test.each([[{}], [{ id: 7 }], [{ id: null }]])('is about nothing when its object is %j', (object) => {
    expect(hear('invoice.paid', object)?.about).toBeNull()
  })

  test('is heard for five minutes after it was signed, and not a second longer', () => {
    const signed = (seconds: number) => hear('invoice.paid', { id: 'in_1' }, { at: new Date(+now - seconds * 1000) })
    expect(signed(300)).not.toBeNull()
    expect(signed(301)).toBeNull()
  })

  test('that cannot be read for another reason is an error, not a wrong signature', () => {
    const { payload, signature } = stripe.event('invoice.paid', { id: 'in_1' }, { at: now })
    const read = vi.spyOn(JSON, 'parse').mockImplementationOnce(() => {
      throw new RangeError('too deep')
    })
    try {
      expect(() => cards().desk.hear(payload, signature, now)).toThrow('too deep')
    } finally {
      read.mockRestore()
    }
  })
})
