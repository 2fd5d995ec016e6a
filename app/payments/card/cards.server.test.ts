import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { leaveMembership, withdraw } from '~/membership/course/change-course.server'
import { giveFreeMonths, runMemberships } from '~/membership/public.server'
import { notThere } from '~/shared/outcome'
import { setClock } from '../../../test/support/bookings'
import { describedTypes, judge, typeOf } from '../../../test/support/counterparts/stripe-description'
import { useHouse } from '../../../test/support/house'
import { openChargesOf, payFor } from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { sessionIn, useTill } from '../../../test/support/till'
import { billCompanies } from '../bill-companies.server'
import { carryOutCardOrders } from './carry-out-card-orders.server'
import { openCardPortal, payChargeByCard, subscribeByCard } from './pay-by-card.server'

const house = useHouse()
const till = useTill(house)
const { later, send, tell, outcomes, refundsOf, atTheTill, subscribed } = till

const days = (count: number) => house.clock.forward({ days: count })
const idOf = ({ signedIn }: Resident) => signedIn.person.id

const standing = async (member: Resident) =>
  house.db
    .selectFrom('memberships')
    .innerJoin('profiles', 'profiles.id', 'profile_id')
    .select(['member_status as status', 'covered_until as until'])
    .where('profile_id', '=', idOf(member))
    .executeTakeFirstOrThrow()
const paidMonths = (member: Resident) =>
  house.db
    .selectFrom('charges')
    .select('period_from')
    .where('member_id', '=', idOf(member))
    .where('status', '=', 'paid')
    .execute()
const lastSession = () => till.stripe.asked.filter(({ path }) => path === '/v1/checkout/sessions').length
const statusOf = async (chargeId: string) =>
  (await house.db.selectFrom('charges').select('status').where('id', '=', chargeId).executeTakeFirstOrThrow()).status

describe('a charge paid by card', () => {
  test('is paid when the provider confirms it, not when its checkout is merely completed', async () => {
    const { member, chargeId, session } = await atTheTill()
    expect(await tell('checkout.session.completed', { id: session })).toBe('done')
    expect(await statusOf(chargeId)).toBe('open')
    expect(house.told).toContainEqual({ to: ['admin'], about: 'payments' })
    till.stripe.pay(session)
    house.told.length = house.woken.length = 0
    expect(await tell('checkout.session.async_payment_succeeded', { id: session })).toBe('done')
    expect(await statusOf(chargeId)).toBe('paid')
    expect(house.told).toEqual([{ to: [`person:${idOf(member)}`, 'admin'], about: 'payments' }])
    expect(house.woken).toEqual(expect.arrayContaining(['messages', 'cards']))
    expect((await standing(member)).status).toBe('trial')
    expect(await outcomes(session)).toEqual(['noted', 'booked'])
  })

  test('is paid once when a hundred events and a hundred repeats of one arrive at the same time', async () => {
    const { chargeId, session } = await atTheTill()
    till.stripe.pay(session)
    const one = till.stripe.event('checkout.session.completed', { id: session }, { at: house.clock.now() })
    const many = Array.from({ length: 100 }, () =>
      till.stripe.event('checkout.session.completed', { id: session }, { at: house.clock.now() }),
    )
    await Promise.all([...Array.from({ length: 100 }, () => one), ...many].map(send))
    const payments = await house.db.selectFrom('payments').selectAll().where('charge_id', '=', chargeId).execute()
    expect(payments).toHaveLength(1)
    const heard = await outcomes(session)
    expect(heard).toHaveLength(101)
    expect(heard.filter((outcome) => outcome === 'booked')).toHaveLength(1)
    expect(heard.filter((outcome) => outcome !== 'booked' && outcome !== 'booked before')).toEqual([])
  })

  test.each([
    ['another amount', { amount_total: 1 }],
    ['another currency', { currency: 'nok' }],
    ['another customer', { customer: 'cus_stranger' }],
    ['no customer', { customer: null }],
  ])('with %s is not paid and is noted as a mismatch', async (_, changed) => {
    const { chargeId, session } = await atTheTill()
    till.stripe.pay(session, changed)
    await tell('checkout.session.completed', { id: session })
    expect(await statusOf(chargeId)).toBe('open')
    expect(await outcomes(session)).toEqual(['mismatch'])
  })

  test('in a checkout that we never created is noted as a mismatch', async () => {
    const session = till.stripe.make('cs', {
      mode: 'payment',
      payment_status: 'paid',
      amount_total: 3900,
      currency: 'sek',
    })
    await tell('checkout.session.completed', session)
    expect(await outcomes(session.id)).toEqual(['mismatch'])
  })

  test('that was paid in another way meanwhile is refunded to the card', async () => {
    const admin = await joinAsAdmin(house)
    const { member, session } = await atTheTill()
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    const { payment_intent } = till.stripe.pay(session)
    await tell('checkout.session.completed', { id: session })
    expect(await outcomes(session)).toEqual(['paid twice'])
    await carryOutCardOrders(house)
    const backed = till.stripe.asked.filter(({ path }) => path === '/v1/refunds').at(-1)
    expect(backed?.body).toEqual({ payment_intent, amount: 3900 })
  })

  test('is not paid by what an event claims: the provider is asked for the state', async () => {
    const { chargeId, session } = await atTheTill()
    await tell('checkout.session.completed', { id: session, payment_status: 'paid', amount_total: 3900 })
    expect(await statusOf(chargeId)).toBe('open')
  })
})

describe('a webhook event', () => {
  test.each([
    ['signed with another secret', { secret: 'whsec_another0123456789' }],
    ['signed with an empty secret', { secret: '' }],
    ['signed ten minutes ago', { at: new Date(Date.now() - 600_000) }],
  ])('%s is refused, and nothing is written', async (_, options) => {
    const { chargeId, session } = await atTheTill()
    till.stripe.pay(session)
    const at = 'at' in options ? new Date(house.clock.now().getTime() - 600_000) : house.clock.now()
    expect(await send(till.stripe.event('checkout.session.completed', { id: session }, { ...options, at }))).toBe(
      'refused',
    )
    expect(await statusOf(chargeId)).toBe('open')
    expect(await outcomes(session)).toEqual([])
  })

  test('with changed bytes, invalid JSON or no signature is refused', async () => {
    const { session } = await atTheTill()
    const { payload, signature } = till.stripe.event(
      'checkout.session.completed',
      { id: session },
      { at: house.clock.now() },
    )
    expect(await send({ payload: payload.replace('completed', 'expired00'), signature })).toBe('refused')
    expect(await send({ payload: 'not json', signature })).toBe('refused')
    expect(await send({ payload, signature: '' })).toBe('refused')
  })

  test('is asked to be sent again while the provider cannot be reached, and counts then', async () => {
    const { chargeId, session } = await atTheTill()
    till.stripe.pay(session)
    const event = till.stripe.event('checkout.session.completed', { id: session }, { at: house.clock.now() })
    till.stripe.breakDown(true)
    expect(await send(event)).toBe('later')
    till.stripe.breakDown(false)
    expect(await send(event)).toBe('done')
    expect(await statusOf(chargeId)).toBe('paid')
  })

  test('of an unknown kind or about an unknown object changes nothing', async () => {
    expect(await tell('customer.created', { id: 'cus_9' })).toBe('heard before')
    expect(await outcomes('cus_9')).toEqual([])
    expect(await tell('checkout.session.completed', { id: 'cs_unknown' })).toBe('done')
    expect(await outcomes('cs_unknown')).toEqual(['ignored'])
  })
})

describe('a monthly card subscription', () => {
  test('keeps the member active after the trial, with letters that ask for nothing, and pays a month when it draws', async () => {
    const { member, session, subscription } = await subscribed()
    expect(till.stripe.asked.at(-1)?.body).toMatchObject({
      mode: 'subscription',
      subscription_data: { trial_end: expect.any(Number) },
    })
    await tell('checkout.session.completed', { id: session })
    await house.deliver()
    for (let day = 0; day < 25; day++) {
      days(1)
      await runMemberships(house)
    }
    expect((await standing(member)).status).toBe('active')
    const letters = (await house.deliver()).filter(({ recipient }) => recipient === member.email)
    expect(letters.map(({ text }) => text.includes('du behöver inte göra något'))).toEqual([true, true])
    const invoice = till.stripe.draw(subscription, 3900, later(31))
    await tell('invoice.paid', invoice)
    const { until } = await standing(member)
    expect(until > later(27).toISOString()).toBe(true)
    expect(await outcomes(invoice.id)).toEqual(['booked'])
    // The trial's invoice of 0 kr is no payment.
    await tell('invoice.paid', till.stripe.draw(subscription, 0, later(31)))
    expect((await standing(member)).until).toBe(until)
  })

  test('gives one paid month in whatever order its events arrive', async () => {
    const { member, session, subscription } = await subscribed()
    const invoice = till.stripe.draw(subscription, 3900, later(31))
    const { until } = await standing(member)
    await tell('invoice.paid', invoice)
    await tell('customer.subscription.updated', { id: subscription.id })
    await tell('checkout.session.completed', { id: session })
    const created = new Date('2026-03-14T15:09:26Z')
    await tell('customer.subscription.created', { id: subscription.id }, { created })
    const heard = house.db.selectFrom('card_events').select('happened_at').where('object_id', '=', subscription.id)
    expect(await heard.where('type', '=', 'customer.subscription.created').execute()).toEqual([
      { happened_at: created },
    ])
    await tell('invoice.payment_succeeded', invoice)
    expect((await standing(member)).until > until).toBe(true)
    expect((await outcomes(invoice.id)).sort()).toEqual(['booked', 'booked before'])
    expect(await paidMonths(member)).toEqual([{ period_from: until }])
  })

  test('pays one month when fifty equal events arrive at the same time', async () => {
    const { member, subscription } = await subscribed()
    const { until } = await standing(member)
    const invoice = till.stripe.draw(subscription, 3900, later(56))
    await Promise.all(Array.from({ length: 50 }, () => tell('invoice.paid', invoice)))
    expect(await paidMonths(member)).toEqual([{ period_from: until }])
  })

  test.each([
    ['another amount', {}, 4900],
    ['another currency', { currency: 'eur' }, 3900],
    ['another customer', { customer: 'cus_stranger' }, 3900],
  ])('that draws for %s pays nothing and is noted as a mismatch', async (_, changed, amount) => {
    const { member, subscription } = await subscribed()
    const before = await standing(member)
    const invoice = till.stripe.draw(subscription, amount, later(31), changed)
    await tell('invoice.paid', invoice)
    expect(await standing(member)).toEqual(before)
    expect(await outcomes(invoice.id)).toEqual(['mismatch'])
  })

  test('of a deleted member that draws an amount never agreed to is noted as a mismatch, not refunded', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    await house.db
      .updateTable('card_customers')
      .set({ member_id: null })
      .where('member_id', '=', idOf(member))
      .execute()
    const invoice = till.stripe.draw(subscription, 4900, later(31))
    await tell('invoice.paid', invoice)
    const heard = await house.db
      .selectFrom('card_events')
      .select(['outcome', 'note'])
      .where('object_id', '=', invoice.id)
      .execute()
    expect(heard).toEqual([{ outcome: 'mismatch', note: '4900 öre betalda, 0 öre begärda' }])
    await carryOutCardOrders(house)
    expect(refundsOf(invoice)).toEqual([])
  })

  test('that the bank refuses has three days before the month is past due', async () => {
    // Counted in calendar days, to the day: not near a midnight.
    setClock('2027-01-04T11:00:00Z')
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    Object.assign(subscription, { status: 'past_due' })
    await tell('customer.subscription.updated', subscription)
    // The trial of thirty days began five days ago.
    days(27)
    await runMemberships(house)
    expect((await standing(member)).status).toBe('active')
    days(1)
    await runMemberships(house)
    expect((await standing(member)).status).toBe('past_due')
  })

  test('is moved past given months, and ended when the member leaves', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    const given = { months: 2, source: 'admin' as const, key: randomUUID(), now: house.clock.now() }
    await house.db.transaction().execute((trx) => giveFreeMonths(trx, idOf(member), given))
    await carryOutCardOrders(house)
    const told = () => till.stripe.asked.filter(({ path }) => path === `/v1/subscriptions/${subscription.id}`).at(-1)
    expect(told()).toMatchObject({
      body: { proration_behavior: 'none', trial_end: Date.parse(`${(await standing(member)).until}T12:00:00Z`) / 1000 },
    })
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    await carryOutCardOrders(house)
    expect(told()).toMatchObject({ method: 'DELETE' })
  })

  test('is refunded to the card on withdrawal, with retries until it succeeds', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    await tell('invoice.paid', till.stripe.draw(subscription, 3900, later(31)))
    till.stripe.breakDown(true)
    valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
    await carryOutCardOrders(house)
    const owed = () => house.db.selectFrom('refunds').select('id').where('paid_out_at', 'is', null).execute()
    expect(await owed()).toHaveLength(1)
    till.stripe.breakDown(false)
    house.clock.forward({ minutes: 5 })
    await carryOutCardOrders(house)
    expect(await owed()).toEqual([])
    expect(till.stripe.asked.slice(-3).map(({ path }) => path)).toContain('/v1/refunds')
  })
})

describe('the card checkout', () => {
  test('is refused for another member’s charge, a paid charge and a second subscription', async () => {
    const { member, chargeId, session } = await atTheTill()
    const stranger = await joinAsMember(house)
    expect(await payChargeByCard(house, stranger.signedIn, chargeId, { key: randomUUID() })).toEqual(notThere)
    till.stripe.pay(session)
    await tell('checkout.session.completed', { id: session })
    const again = refusalFrom(await payChargeByCard(house, member.signedIn, chargeId, { key: randomUUID() }))
    expect(again.title).toBe('Den är redan klar')
    const card = await subscribed()
    await tell('checkout.session.completed', { id: card.session })
    const second = refusalFrom(await subscribeByCard(house, card.member.signedIn, { key: randomUUID() }))
    expect(second.title).toBe('Ditt kort är redan inlagt')
  })

  test('is idempotent by key: twenty equal requests at once open one checkout and create one customer', async () => {
    const member = await joinAsMember(house)
    const key = randomUUID()
    const before = lastSession()
    const opened = await Promise.all(Array.from({ length: 20 }, () => subscribeByCard(house, member.signedIn, { key })))
    expect(new Set(opened.map((one) => valueFrom(one).url)).size).toBe(1)
    expect(lastSession()).toBeGreaterThan(before)
    const customers = await house.db
      .selectFrom('card_customers')
      .select('id')
      .where('member_id', '=', idOf(member))
      .execute()
    expect(customers).toHaveLength(1)
    const checkouts = house.db
      .selectFrom('card_checkouts')
      .select('id')
      .where('customer_id', '=', customers[0]?.id ?? '')
    expect(await checkouts.execute()).toHaveLength(1)
  })

  test('tells that nothing was drawn when the provider is down', async () => {
    const member = await joinAsMember(house)
    till.stripe.breakDown(true)
    expect(refusalFrom(await subscribeByCard(house, member.signedIn, { key: randomUUID() })).message).toContain(
      'Ingenting är draget',
    )
  })

  test('lets a company pay its base package every month and manage its card at the provider', async () => {
    const company = await joinAsCompany(house)
    const { id } = await companyOf(house, company)
    const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
    const subscription = till.stripe.subscribe(sessionIn(url), later(30), 'active')
    // No charge is open yet, so the card pays the first month of the schedule.
    await tell('invoice.paid', till.stripe.draw(subscription, 36_875, later(30)))
    expect(await openChargesOf(house.db, { companyId: id })).toEqual([])
    days(32)
    await billCompanies(house)
    days(31)
    await billCompanies(house)
    expect(await openChargesOf(house.db, { companyId: id })).not.toEqual([])
    await tell('invoice.paid', till.stripe.draw(subscription, 36_875, later(30)))
    const paid = await house.db
      .selectFrom('charges')
      .select('kind')
      .where('company_id', '=', id)
      .where('status', '=', 'paid')
      .execute()
    expect(paid).toEqual([{ kind: 'base' }, { kind: 'base' }])
    expect(valueFrom(await openCardPortal(house, company.signedIn)).url).toContain('billing.stripe.com')
  })

  test('is not there without a card provider', async () => {
    house.cards = null
    const member = await joinAsMember(house)
    expect(await subscribeByCard(house, member.signedIn, { key: randomUUID() })).toEqual(notThere)
  })
})

test('every request to Stripe fits its API types, and each POST has an idempotency key', async () => {
  const posted = till.stripe.asked.filter(({ method }) => method !== 'GET')
  expect(new Set(posted.map(typeOf))).toEqual(new Set(describedTypes))
  expect(await judge(posted.map((one) => ({ type: typeOf(one), body: one.body })))).toBe('')
  // Control: the validator does find a wrong field.
  const wrong = { type: 'Stripe.RefundCreateParams', body: { payment_intention: 'pi_1' } }
  expect(await judge([wrong])).toContain('payment_intention')
  // Every POST that changes something carries an idempotency key, so that a retry changes nothing.
  const withoutKey = posted.filter(({ path, idempotencyKey }) => !path.includes('portal') && idempotencyKey === null)
  expect(withoutKey.filter(({ method }) => method === 'POST')).toEqual([])
})
