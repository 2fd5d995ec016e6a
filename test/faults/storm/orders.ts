import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { momentOf } from '~/bookings/book/open-days.server'
import { seenTerms } from '~/bookings/book/seen-terms'
import { bookingMoney } from '~/bookings/money'
import { startTrial } from '~/membership/begin.server'
import { askForMonths } from '~/payments/ask.server'
import { openDatabase } from '~/platform/database/database.server'
import type { StripeServer } from '../../support/counterparts/stripe-server'
import { expectBooksToBalance } from '../../support/money'
import type { Member, World } from './world'

/**
 * Members who book and pay while things break, and retry until there is an answer, as browsers and the card provider
 * do.
 */
export type Orders = {
  /** Idempotency keys of bookings, and charges, that were answered as done. */
  booked: Set<string>
  paid: Set<string>
  /** The longest time until an answer. */
  slowestMs: number
  stop(): Promise<void>
  /** Compares the answers with the database. */
  expectKept(): Promise<void>
}

const price = { listOre: 749_00, durationMin: 60, freeCancelHours: 24, place: 'customer' } as const
const hours = 8
const patienceMs = 4_000

export async function startOrders(
  world: World,
  stripe: StripeServer,
  homes: () => string[],
  everyMs = 100,
): Promise<Orders> {
  const { pool } = world
  const db = openDatabase(pool)
  const services = await openShops(world)
  const sessions = await openCheckouts()
  const orders: Orders = { booked: new Set(), paid: new Set(), slowestMs: 0, stop, expectKept }
  let stopped = false

  async function openCheckouts() {
    const asked = world.members.map(({ id }) => ({ memberId: id, dueOn: dayAhead(10) }))
    const charges = await db.transaction().execute(async (trx) => {
      for (const { id } of world.members) await startTrial(trx, id, new Date())
      return askForMonths(trx, asked, new Date())
    })
    const made = charges.map(({ id, memberId, gross }) => {
      const customer = `cus_${memberId}`
      const { id: session } = stripe.make('cs', {
        ...{ object: 'checkout.session', mode: 'payment', amount_total: gross, currency: 'sek', customer },
        ...{ payment_status: 'unpaid', payment_intent: null, subscription: null },
      })
      return { customer, session, memberId, charge: id, gross }
    })
    await pool.query(
      `with given as (select * from jsonb_to_recordset($1) as row (customer text, session text, "memberId" uuid, charge uuid, gross int)),
       customers as (insert into card_customers (id, member_id, created_at) select customer, "memberId", now() from given)
       insert into card_checkouts (id, customer_id, charge_id, amount_cents, created_at)
       select session, customer, charge, gross, now() from given`,
      [JSON.stringify(made)],
    )
    return new Map(made.map((one) => [one.memberId, one]))
  }

  /** Books a company's service at home, one company in each street. */
  async function book({ id, cookie }: Member, n: number) {
    const key = randomUUID()
    const day = dayAhead(20 + Math.floor(n / (hours * 10)))
    const start = momentOf(day, `${String(9 + (Math.floor(n / 10) % hours)).padStart(2, '0')}:00`)
    const service = services.get(id) ?? ''
    const seen = seenTerms({ ...price, ...bookingMoney(price.listOre, true) })
    const form = { key, service, day, start: new Date(start ?? 0).toISOString(), seen, address: 'Provgatan 1' }
    const answer = await untilAnswered('/dashboard/customer/book', (home) => ({
      headers: { cookie, origin: home },
      body: new URLSearchParams(form),
    }))
    if (answer === null) return
    if (answer.status !== 302) throw new Error(`a booking was answered ${answer.status}: ${await answer.text()}`)
    orders.booked.add(key)
  }

  async function pay({ id }: Member) {
    const checkout = sessions.get(id)
    if (!checkout) throw new Error('nothing to pay')
    stripe.pay(checkout.session)
    const { payload, signature } = stripe.event('checkout.session.completed', { id: checkout.session })
    const answer = await untilAnswered('/webhooks/stripe', () => ({
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    }))
    if (answer === null) return
    if (answer.status !== 200) throw new Error(`a payment was answered ${answer.status}: ${await answer.text()}`)
    orders.paid.add(checkout.charge)
  }

  async function untilAnswered(path: string, asked: (home: string) => RequestInit): Promise<Response | null> {
    const began = Date.now()
    for (let tries = 0; !stopped; tries++) {
      const addresses = homes()
      const home = addresses[tries % addresses.length] ?? ''
      const options = { ...asked(home), method: 'POST', redirect: 'manual' } as const
      const answer = await fetch(home + path, { ...options, signal: AbortSignal.timeout(patienceMs) }).catch(() => null)
      if (answer && answer.status < 500) {
        orders.slowestMs = Math.max(orders.slowestMs, Date.now() - began)
        return answer
      }
      await pause(250)
    }
    return null
  }

  const everybody = (async () => {
    for (const [n, member] of world.members.entries()) {
      if (stopped) return
      await Promise.all([book(member, n), pay(member)])
      await pause(everyMs)
    }
  })()
  // The error is thrown where the promise is awaited; avoids an unhandled rejection.
  everybody.catch(() => {})

  async function stop() {
    // Orders that have begun are answered first.
    await Promise.race([everybody, pause(500)])
    stopped = true
    await everybody
  }

  async function expectKept() {
    const { rows: bookings } = await pool.query<{ key: string; n: number }>(
      'select key, count(*)::int as n from bookings group by key',
    )
    const there = new Map(bookings.map(({ key, n }) => [key, n]))
    const { rows: payments } = await pool.query<{ id: string; n: number }>(
      'select charge_id as id, count(*)::int as n from payments group by charge_id',
    )
    const taken = new Map(payments.map(({ id, n }) => [id, n]))
    expect([...orders.booked].filter((key) => there.get(key) !== 1)).toEqual([])
    expect([...orders.paid].filter((id) => taken.get(id) !== 1)).toEqual([])
    expect([...there.values(), ...taken.values()].filter((n) => n > 1)).toEqual([])
    await expectBooksToBalance(db)
  }
  return orders
}

const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The service that each member books. */
async function openShops({ pool, members }: World): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; service: string }>(
    `with owner as (
       insert into profiles (full_name, email, user_role)
       select 'Städ ' || code, 'stad' || code || '@exempel.se', 'company' from postcodes returning id, right(full_name, 5) as code),
     shop as (
       insert into companies (name, org_number, category, address, postcode, email, phone, review_state, owner_id, capacity)
       select 'Städ ' || code, '556000-0000', 'cleaning', 'Gatan 1', code, 'stad@exempel.se', '+46701740600', 'approved', id, 20
       from owner returning id, postcode),
     hours as (
       insert into opening_hours (company_id, weekday, opens, closes)
       select id, weekday, '08:00', '18:00' from shop, generate_series(1, 7) as weekday),
     service as (
       insert into services (company_id, title, category, base_price_cents, duration_min, free_cancel_hours, place)
       select id, 'Hemstäd', 'cleaning', $2, $3, $4, $5 from shop returning id, company_id)
     select profiles.id, service.id as service from profiles
     join shop on shop.postcode = profiles.postcode join service on service.company_id = shop.id
     where profiles.id = any($1)`,
    [members.map(({ id }) => id), price.listOre, price.durationMin, price.freeCancelHours, price.place],
  )
  return new Map(rows.map(({ id, service }) => [id, service]))
}
