import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { leaveMembership, returnToMembership, stayMember, withdraw } from '~/membership/course/change-course.server'
import { giveFreeMonths, runMemberships } from '~/membership/public.server'
import { dayOf, daysAfter } from '~/shared/time'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { useHouse } from '../../../test/support/house'
import { openChargesOf } from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { sessionIn, useTill } from '../../../test/support/till'
import { askForBase } from '../bill-companies.server'
import { listPayments } from '../desk/list-payments.server'
import { markPaidOut, seeCardEvent } from '../desk/mark-paid-out.server'
import { readPaymentSearch } from '../desk/payment-lists'
import { takeUpCardOrder } from '../desk/take-up-card-order.server'
import { furthestDays } from './align-cards.server'
import { carryOutCardOrders } from './carry-out-card-orders.server'
import { subscribeByCard } from './pay-by-card.server'

/**
 * Whoever has left or is leaving is not charged, what is drawn for nothing goes back, and refused orders are shown to
 * an administrator.
 */

const house = useHouse()
const till = useTill(house)
const { later, tell, outcomes, refundsOf, subscribed } = till
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const days = (count: number) => house.clock.forward({ days: count })

const remove = async ({ visitor, signedIn }: Resident) =>
  valueFrom(await deleteAccount(house, visitor, signedIn, { password: PASSWORD, understood: 'on' }))
const ended = () =>
  till.stripe.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1))
const sentBack = () => till.stripe.asked.filter(({ path }) => path === '/v1/refunds').map(({ body }) => body)
const lastMove = (id: string) =>
  till.stripe.asked.filter(({ path, method }) => method === 'POST' && path === `/v1/subscriptions/${id}`).at(-1)?.body
const coveredUntil = async (member: Resident) =>
  (
    await house.db
      .selectFrom('memberships')
      .select('covered_until')
      .where('profile_id', '=', idOf(member))
      .executeTakeFirstOrThrow()
  ).covered_until
const paidBy = async (member: Resident) =>
  house.db
    .selectFrom('charges')
    .select(['gross_cents as gross', 'struck_because as why'])
    .where('member_id', '=', idOf(member))
    .where('status', '=', 'paid')
    .execute()

/** A second checkout, open at the same time as the first. */
async function second(member: Resident) {
  const { url } = valueFrom(await subscribeByCard(house, member.signedIn, { key: randomUUID() }))
  return sessionIn(url)
}

describe('two checkouts that were open at once', () => {
  test('leave one subscription: the other is ended and what it drew is refunded', async () => {
    const member = await joinAsMember(house)
    const [one, other] = [await second(member), await second(member)]
    const first = till.stripe.subscribe(one, later(25))
    const extra = till.stripe.subscribe(other, later(25))
    await tell('checkout.session.completed', { id: one })
    await tell('checkout.session.completed', { id: other })
    const invoice = till.stripe.draw(extra, 3900, later(31))
    await tell('invoice.paid', invoice)
    await carryOutCardOrders(house)
    expect(ended()).toContain(extra.id)
    expect(ended()).not.toContain(first.id)
    expect(await outcomes(invoice.id)).toEqual(['given back'])
    expect(refundsOf(invoice)).toEqual([3900])
    expect(await paidBy(member)).toEqual([])
    await tell('invoice.paid', till.stripe.draw(first, 3900, later(31)))
    expect(await paidBy(member)).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  test('ends every subscription, whether its event arrives before or after', async () => {
    const { member, session, subscription } = await subscribed()
    const other = await second(member)
    await tell('checkout.session.completed', { id: session })
    await remove(member)
    const late = till.stripe.subscribe(other, later(25))
    await tell('customer.subscription.created', { id: late.id })
    await carryOutCardOrders(house)
    expect(ended()).toEqual(expect.arrayContaining([subscription.id, late.id]))
  })

  test('refunds what is drawn afterwards, and only an administrator sees the event and marks it as seen', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    await remove(member)
    const invoice = till.stripe.draw(subscription, 3900, later(31))
    await tell('invoice.paid', invoice)
    await tell('invoice.payment_succeeded', invoice)
    expect(await outcomes(invoice.id)).toEqual(['given back', 'given back'])
    await carryOutCardOrders(house)
    expect(refundsOf(invoice)).toEqual([3900])
    const admin = await joinAsAdmin(house)
    const search = readPaymentSearch(new URLSearchParams('visa=kort'))
    const { events } = await listPayments(house, admin.signedIn, search)
    expect(events.find(({ objectId }) => objectId === invoice.id)?.note).toBe(
      'Kontot finns inte längre. Pengarna går tillbaka till kortet.',
    )
    const shown = async () => (await listPayments(house, admin.signedIn, search)).events.map(({ id }) => id)
    const [event, other] = events.filter(({ objectId }) => objectId === invoice.id).map(({ id }) => id)
    await expect(listPayments(house, member.signedIn, search)).rejects.toThrow('not allowed')
    await expect(seeCardEvent(house, member.signedIn, { event: event ?? '' })).rejects.toThrow('not allowed')
    // Idempotent: pressed twice, one audit entry. The other event stays listed, and an unknown id changes nothing.
    for (const seen of [event ?? '', event ?? '', 'evt_never']) {
      valueFrom(await seeCardEvent(house, admin.signedIn, { event: seen }))
    }
    expect(await shown()).not.toContain(event)
    expect(await shown()).toContain(other)
    expect(await readAudit(house.db, { kind: 'payment', id: event ?? '' }, 5)).toMatchObject([
      { deed: 'see card event', actorId: admin.signedIn.person.id },
    ])
    expect(await readAudit(house.db, { kind: 'payment', id: 'evt_never' }, 5)).toEqual([])
  })

  test('of a company ends its subscription and refunds what it draws', async () => {
    const company = await joinAsCompany(house)
    const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
    const subscription = till.stripe.subscribe(sessionIn(url), later(30), 'active')
    await remove(company)
    await tell('customer.subscription.created', { id: subscription.id })
    const invoice = till.stripe.draw(subscription, 36_875, later(30))
    await tell('invoice.paid', invoice)
    await carryOutCardOrders(house)
    expect(ended()).toContain(subscription.id)
    expect(await outcomes(invoice.id)).toEqual(['given back'])
    expect(refundsOf(invoice)).toEqual([36_875])
  })
})

describe('a subscription that is to end', () => {
  const refused = () =>
    house.db.selectFrom('card_orders').select(['key', 'last_error']).where('state', '=', 'failed').execute()

  test('is not moved afterwards, so the provider refuses no order', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    const given = { months: 6, source: 'admin' as const, key: randomUUID(), now: house.clock.now() }
    await house.db.transaction().execute((trx) => giveFreeMonths(trx, idOf(member), given))
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    await runMemberships(house)
    await carryOutCardOrders(house)
    expect(ended()).toContain(subscription.id)
    expect(lastMove(subscription.id)).toBeUndefined()
    expect(await refused()).toEqual([])
  })

  test('leaves no refused order when the provider has already cancelled it', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    Object.assign(subscription, { status: 'canceled' })
    await remove(member)
    await carryOutCardOrders(house)
    expect(ended()).toContain(subscription.id)
    expect(await refused()).toEqual([])
  })
})

describe('leaving the membership', () => {
  test('refunds what the card draws before the subscription is ended', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    const invoice = till.stripe.draw(subscription, 3900, later(31))
    await tell('invoice.paid', invoice)
    expect(await outcomes(invoice.id)).toEqual(['given back'])
    expect(await paidBy(member)).toEqual([])
    await carryOutCardOrders(house)
    expect(refundsOf(invoice)).toEqual([3900])
  })

  test('and staying before the order is carried out keeps the subscription', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    valueFrom(await stayMember(house, member.signedIn))
    await carryOutCardOrders(house)
    expect(ended()).not.toContain(subscription.id)
    await tell('invoice.paid', till.stripe.draw(subscription, 3900, later(31)))
    expect(await paidBy(member)).toHaveLength(1)
  })

  test('and staying after the subscription is ended makes the next letter ask for payment', async () => {
    const { member, session } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    await carryOutCardOrders(house)
    valueFrom(await stayMember(house, member.signedIn))
    await house.deliver()
    days(20)
    await runMemberships(house)
    const letters = (await house.deliver()).filter(({ recipient }) => recipient === member.email)
    expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining('betala första månaden innan dess')])
  })
})

describe('a price change', () => {
  test('leaves the card’s agreed amount: that is drawn, booked, and closes the open charge', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    await house.db.updateTable('card_checkouts').set({ amount_cents: 2900 }).where('id', '=', session).execute()
    days(20)
    await runMemberships(house)
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toMatchObject([{ gross_cents: 3900 }])
    const invoice = till.stripe.draw(subscription, 2900, later(31))
    await tell('invoice.paid', invoice)
    expect(await outcomes(invoice.id)).toEqual(['booked'])
    expect(await paidBy(member)).toMatchObject([{ gross: 2900 }])
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
  })

  test('does not make the card pay an amount that nobody agreed to: it is a mismatch', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    const invoice = till.stripe.draw(subscription, 4900, later(31))
    await tell('invoice.paid', invoice)
    expect(await outcomes(invoice.id)).toEqual(['mismatch'])
    expect(await paidBy(member)).toEqual([])
  })
})

describe('the next charge day', () => {
  test('moves nearer again when given months are taken back', async () => {
    const { member, session, subscription } = await subscribed()
    await tell('checkout.session.completed', { id: session })
    const trialEnds = await coveredUntil(member)
    const given = { months: 36, source: 'admin' as const, key: randomUUID(), now: house.clock.now() }
    await house.db.transaction().execute((trx) => giveFreeMonths(trx, idOf(member), given))
    await carryOutCardOrders(house)
    const far = daysAfter(dayOf(house.clock.now()), furthestDays)
    expect(lastMove(subscription.id)).toMatchObject({ trial_end: Date.parse(`${far}T12:00:00Z`) / 1000 })
    await house.db.deleteFrom('given_months').where('member_id', '=', idOf(member)).execute()
    await house.db
      .updateTable('memberships')
      .set({ covered_until: trialEnds, free_until: null, next_step_on: dayOf(house.clock.now()) })
      .where('profile_id', '=', idOf(member))
      .execute()
    await runMemberships(house)
    await carryOutCardOrders(house)
    expect(lastMove(subscription.id)).toMatchObject({ trial_end: Date.parse(`${trialEnds}T12:00:00Z`) / 1000 })
  })
})

describe('an order that the provider refuses', () => {
  async function refusedRefund() {
    const { member, chargeId, session } = await till.atTheTill()
    till.stripe.pay(session)
    await tell('checkout.session.completed', { id: session })
    const admin = await joinAsAdmin(house)
    const { id } = await house.db
      .selectFrom('payments')
      .select('id')
      .where('charge_id', '=', chargeId)
      .executeTakeFirstOrThrow()
    return { member, admin, paymentId: id }
  }
  const cardList = readPaymentSearch(new URLSearchParams('visa=kort'))

  test('is listed, and retried once when an administrator asks for it', async () => {
    const { member, admin } = await refusedRefund()
    const order = await house.db
      .insertInto('card_orders')
      .values({
        key: randomUUID(),
        kind: 'end subscription',
        object_id: 'sub_refused',
        state: 'failed',
        last_error: 'stripe 400 resource_missing',
        next_attempt_at: house.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { refused } = await listPayments(house, admin.signedIn, cardList)
    expect(refused).toContainEqual(expect.objectContaining({ id: order.id, reason: 'stripe 400 resource_missing' }))
    const again = { order: order.id, how: 'again' }
    await expect(takeUpCardOrder(house, member.signedIn, again)).rejects.toThrow('not allowed')
    house.told.length = house.woken.length = 0
    valueFrom(await takeUpCardOrder(house, admin.signedIn, again))
    expect(house.told).toEqual([{ to: ['admin'], about: 'payments' }])
    expect(house.woken).toContain('cards')
    expect((await listPayments(house, admin.signedIn, cardList)).refused).not.toContainEqual(
      expect.objectContaining({ id: order.id }),
    )
    await carryOutCardOrders(house)
    for (const how of ['again', 'done']) {
      valueFrom(await takeUpCardOrder(house, admin.signedIn, { order: order.id, how }))
      await carryOutCardOrders(house)
    }
    expect(ended().filter((id) => id === 'sub_refused')).toHaveLength(1)
    refusalFrom(await takeUpCardOrder(house, admin.signedIn, { order: 'no id', how: 'again' }))
    // One entry only: an order that is not refused any more cannot be taken up again.
    expect(await readAudit(house.db, { kind: 'payment', id: order.id }, 5)).toMatchObject([
      { deed: 'take up card order', actorId: admin.signedIn.person.id, after: { state: 'queued' } },
    ])
  })

  test('to refund a card can be paid out in another way, once, with one audit entry', async () => {
    const { member, admin } = await refusedRefund()
    valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
    const refund = await house.db
      .selectFrom('refunds')
      .innerJoin('card_orders', 'card_orders.refund_id', 'refunds.id')
      .select(['refunds.id', 'card_orders.id as orderId'])
      .where('paid_out_at', 'is', null)
      .executeTakeFirstOrThrow()
    refusalFrom(await markPaidOut(house, admin.signedIn, { refund: refund.id }))
    await house.db
      .updateTable('card_orders')
      .set({ state: 'failed', last_error: 'stripe 400 charge_expired_for_refund' })
      .where('id', '=', refund.orderId)
      .execute()
    const list = readPaymentSearch(new URLSearchParams('visa=tillbaka'))
    const { refunds } = await listPayments(house, admin.signedIn, list)
    expect(refunds.find(({ id }) => id === refund.id)).toMatchObject({ byCard: false })
    valueFrom(await markPaidOut(house, admin.signedIn, { refund: refund.id }))
    valueFrom(await markPaidOut(house, admin.signedIn, { refund: refund.id }))
    const before = sentBack().length
    await carryOutCardOrders(house)
    expect(sentBack()).toHaveLength(before)
    const payouts = house.db.selectFrom('ledger_vouchers').select('id').where('paid_out_refund_id', '=', refund.id)
    expect(await payouts.execute()).toHaveLength(1)
    const { payment_id } = await house.db
      .selectFrom('refunds')
      .select('payment_id')
      .where('id', '=', refund.id)
      .executeTakeFirstOrThrow()
    const history = await readAudit(house.db, { kind: 'payment', id: payment_id }, 5)
    expect(history).toMatchObject([
      { deed: 'pay out refund', before: { paidOut: false }, after: { paidOut: true, amount: 39_00 } },
    ])
  })
})

test('a deleted company has no open charges', async () => {
  const company = await joinAsCompany(house)
  const { id } = await companyOf(house, company)
  await house.db.transaction().execute((db) => askForBase({ ...house, db }, id, house.clock.now()))
  expect(await openChargesOf(house.db, { companyId: id })).toMatchObject([{ kind: 'base' }])
  await remove(company)
  expect(await openChargesOf(house.db, { companyId: id })).toEqual([])
})

test('a card payment that was refunded is not booked when reported again, even with an open charge by then', async () => {
  const { member, session, subscription } = await subscribed()
  await tell('checkout.session.completed', { id: session })
  days(26)
  const invoice = till.stripe.draw(subscription, 39_00, later(30))
  valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
  await tell('invoice.paid', invoice)
  valueFrom(await returnToMembership(house, member.signedIn))
  expect(await openChargesOf(house.db, { memberId: idOf(member) })).toHaveLength(1)
  await tell('invoice.payment_succeeded', invoice)
  expect(await outcomes(invoice.id)).toEqual(['given back', 'given back'])
  expect(await paidBy(member)).toEqual([])
  await carryOutCardOrders(house)
  expect(refundsOf(invoice)).toEqual([39_00])
})

test('a card payment without a payment id at the provider is refunded by hand, not by an order', async () => {
  const { member, session, subscription } = await subscribed()
  const admin = await joinAsAdmin(house)
  await tell('checkout.session.completed', { id: session })
  days(25)
  const invoice = till.stripe.draw(subscription, 39_00, later(30), { payments: { data: [] } })
  await tell('invoice.paid', invoice)
  expect(await outcomes(invoice.id)).toEqual(['booked'])
  valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
  const list = readPaymentSearch(new URLSearchParams('visa=tillbaka'))
  const { refunds } = await listPayments(house, admin.signedIn, list)
  const refund = refunds.find(({ memberId }) => memberId === idOf(member))
  expect(refund).toMatchObject({ byCard: false })
  const orders = house.db
    .selectFrom('card_orders')
    .select('id')
    .where('refund_id', '=', refund?.id ?? '')
  expect(await orders.execute()).toEqual([])
  valueFrom(await markPaidOut(house, admin.signedIn, { refund: refund?.id ?? '' }))
})
