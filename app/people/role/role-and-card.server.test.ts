import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { runMemberships } from '~/membership/public.server'
import { askForBase, billCompanies } from '~/payments/bill-companies.server'
import { carryOutCardOrders } from '~/payments/card/carry-out-card-orders.server'
import { subscribeByCard } from '~/payments/card/pay-by-card.server'
import { fromNet } from '~/payments/charge'
import { insertCharges } from '~/payments/charge-store.server'
import { markPaid } from '~/payments/desk/mark-paid.server'
import { firstDay, monthAfter, monthOf } from '~/shared/month'
import { dayOf, daysAfter } from '~/shared/time'
import { grantIn } from '../../../server/start/grant-role'
import { useHouse } from '../../../test/support/house'
import { openChargesOf } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, proven, type Resident } from '../../../test/support/people'
import { companyOf, goToNextMonth, joinAlone } from '../../../test/support/sponsorship'
import { sessionIn, useTill } from '../../../test/support/till'
import { blockPerson, unblockPerson } from '../block-person.server'
import { changeRole } from './change-role.server'

/**
 * Somebody who is no longer a member reaches no page where a membership is paid or ended, so nothing is collected. The
 * same holds for the packages of a company whose owner has another role.
 */

const house = useHouse()
const till = useTill(house)

async function byAdmin({ signedIn }: Resident, role: 'admin' | 'company' | 'member' = 'admin') {
  const admin = await joinAsAdmin(house)
  valueFrom(await changeRole({ house, ...admin, values: { role, reason: 'Ny kollega' } }, signedIn.person.id))
}
const ended = () => till.stripe.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
const byOperator = ({ email }: Resident) => grantIn(house, { email, role: 'admin', isVouchedFor: false })

test.each([
  ['an administrator', byAdmin],
  ['the operator', byOperator],
])('a change of role by %s ends the card subscription of a member, and what it draws goes back', async (_, change) => {
  const { member, session, subscription } = await till.subscribed()
  await till.tell('checkout.session.completed', { id: session })
  await change(await proven(house, member))
  const invoice = till.stripe.draw(subscription, 3900, till.later(31))
  await till.tell('invoice.paid', invoice)
  expect(await till.outcomes(invoice.id)).toEqual(['given back'])
  await carryOutCardOrders(house)
  expect(till.refundsOf(invoice)).toEqual([3900])
  expect(ended()).toContain(`/v1/subscriptions/${subscription.id}`)
})

test('a subscription whose checkout was open when the role changed is ended, and what it draws goes back', async () => {
  const { member, subscription } = await till.subscribed()
  await byAdmin(await proven(house, member))
  await till.tell('customer.subscription.created', { id: subscription.id })
  const invoice = till.stripe.draw(subscription, 3900, till.later(31))
  await till.tell('invoice.paid', invoice)
  expect(await till.outcomes(invoice.id)).toEqual(['given back'])
  await carryOutCardOrders(house)
  expect(till.refundsOf(invoice)).toEqual([3900])
  expect(ended()).toContain(`/v1/subscriptions/${subscription.id}`)
})

test('so is a company’s, with the event about it and not first with the next month', async () => {
  const owner = await proven(house, await joinAlone(house))
  const { url } = valueFrom(await subscribeByCard(house, owner.signedIn, { key: randomUUID() }))
  await byAdmin(owner)
  const subscription = till.stripe.subscribe(sessionIn(url), till.later(3))
  await till.tell('customer.subscription.created', { id: subscription.id })
  await carryOutCardOrders(house)
  expect(ended()).toContain(`/v1/subscriptions/${subscription.id}`)
  const invoice = till.stripe.draw(subscription, 368_75, till.later(31))
  await till.tell('invoice.paid', invoice)
  expect(await till.outcomes(invoice.id)).toEqual(['given back'])
  await carryOutCardOrders(house)
  expect(till.refundsOf(invoice)).toEqual([368_75])
  const event = house.db.selectFrom('card_events').select('note').where('object_id', '=', invoice.id)
  const note = 'Ingen sköter företagets konto längre. Pengarna går tillbaka till kortet.'
  expect(await event.execute()).toEqual([{ note }])
})

test('a change of role strikes the month that a member was asked for, and the mail says that nothing more is due', async () => {
  const member = await proven(house, await joinAsMember(house))
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  const payer = { memberId: member.signedIn.person.id }
  expect(await openChargesOf(house.db, payer)).toHaveLength(1)
  await house.deliver()
  await byAdmin(member)
  expect(await openChargesOf(house.db, payer)).toEqual([])
  const told = (await house.deliver()).find(({ subject }) => subject.includes('ny roll'))
  expect(told?.text).toContain('Medlemskapet kostar dig inget mer')
})

test('money that comes for a month that was struck with the role is not booked, since it would pay for nothing', async () => {
  const member = await proven(house, await joinAsMember(house))
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  const [month] = await openChargesOf(house.db, { memberId: member.signedIn.person.id })
  const owner = await proven(house, await joinAlone(house))
  const { id: companyId } = await companyOf(house, owner)
  house.clock.forward({ days: 1 })
  await billCompanies(house)
  house.clock.forward({ days: 32 })
  await billCompanies(house)
  const base = (await openChargesOf(house.db, { companyId })).find(({ kind }) => kind === 'base')
  await byAdmin(member)
  await byAdmin(owner)
  const admin = await joinAsAdmin(house)
  const asked = { charges: [month?.id, base?.id].join() }
  expect(valueFrom(await markPaid(house, admin.signedIn, asked))).toEqual({ booked: 0, before: 0, left: 2 })
  // In the role again, the same money pays for the next month.
  await byAdmin(member, 'member')
  await byAdmin(owner, 'company')
  expect(valueFrom(await markPaid(house, admin.signedIn, asked))).toEqual({ booked: 2, before: 0, left: 0 })
})

test.each([
  ['an administrator', byAdmin],
  ['the operator', byOperator],
])(
  'a change of role by %s ends the card of a company and strikes its base package, and nothing else',
  async (_, change) => {
    const owner = await proven(house, await joinAlone(house))
    const { id: companyId } = await companyOf(house, owner)
    const { url } = valueFrom(await subscribeByCard(house, owner.signedIn, { key: randomUUID() }))
    const subscription = till.stripe.subscribe(sessionIn(url), till.later(70))
    await till.tell('customer.subscription.created', { id: subscription.id })
    house.clock.forward({ days: 32 })
    await billCompanies(house)
    const season = { key: `season ${companyId}`, kind: 'season' as const, payer: { companyId }, dueOn: '2099-01-01' }
    const lines = [{ text: 'Juni', slotId: null, ...fromNet(1_995_00) }]
    const insert = house.db.transaction()
    await insert.execute((db) => insertCharges(db, [{ ...season, lines }], house.clock.now()))
    const open = async () => (await openChargesOf(house.db, { companyId })).map(({ kind }) => kind).sort()
    expect(await open()).toContain('base')
    await house.deliver()
    await change(owner)
    expect(await open()).toEqual(['season'])
    await carryOutCardOrders(house)
    expect(ended()).toContain(`/v1/subscriptions/${subscription.id}`)
    const invoice = till.stripe.draw(subscription, 368_75, till.later(31))
    await till.tell('invoice.paid', invoice)
    expect(await till.outcomes(invoice.id)).toEqual(['given back'])
    // The next first of a month asks for nothing either.
    house.clock.forward({ days: 32 })
    await billCompanies(house)
    expect(await open()).toEqual(['season'])
  },
)

test('the mail about the new role tells a company what is still owed', async () => {
  const owner = await proven(house, await joinAlone(house))
  await house.deliver()
  await byAdmin(owner)
  const told = (await house.deliver()).find(({ subject }) => subject.includes('ny roll'))
  expect(told?.text).toContain('Avgiften för bokningar som är gjorda ska fortfarande betalas')
  expect(told?.text).not.toContain('synas och bokas igen')
})

test('the mail about a company’s role says that the company is seen, and costs, again', async () => {
  const owner = await proven(house, await joinAlone(house))
  await byAdmin(owner)
  await house.deliver()
  await byAdmin(owner, 'company')
  const told = (await house.deliver()).find(({ subject }) => subject.includes('ny roll'))
  expect(told?.text).toContain('Företaget kan synas och bokas igen. Paketet kostar som vanligt')
})

test('whom the operator makes a member begins the trial that day', async () => {
  const owner = await joinAlone(house)
  house.clock.forward({ days: 100 })
  await grantIn(house, { email: owner.email, role: 'member', isVouchedFor: false })
  const id = owner.signedIn.person.id
  const row = await house.db.selectFrom('memberships').select('covered_until').where('profile_id', '=', id).execute()
  expect(row).toEqual([{ covered_until: daysAfter(dayOf(house.clock.now()), 30) }])
})

test('a company whose card has paid past a booked month is not told after a block to put it in again', async () => {
  const owner = await proven(house, await joinAlone(house))
  const { id: companyId } = await companyOf(house, owner)
  const { url } = valueFrom(await subscribeByCard(house, owner.signedIn, { key: randomUUID() }))
  const subscription = till.stripe.subscribe(sessionIn(url), till.later(70))
  await till.tell('customer.subscription.created', { id: subscription.id })
  const month = firstDay(monthAfter(monthOf(house.clock.now())))
  const slot = { company_id: companyId, postcode: '12540', month, price_cents: 995_00 }
  await house.db
    .insertInto('sponsor_slots')
    .values({ ...slot, status: 'active', activated_at: house.clock.now() })
    .execute()
  const paid = await house.db.transaction().execute((db) => askForBase({ ...house, db }, companyId, house.clock.now()))
  expect(paid?.periodFrom).not.toBe(month)
  const byAdmin = async (values: Record<string, string> = {}) => ({ house, ...(await joinAsAdmin(house)), values })
  valueFrom(await blockPerson(await byAdmin({ reason: 'Prov', sure: 'on' }), owner.signedIn.person.id))
  goToNextMonth(house)
  await billCompanies(house)
  valueFrom(await unblockPerson(await byAdmin(), owner.signedIn.person.id))
  const told = (await house.deliver()).find(({ subject }) => subject.includes('är öppet igen'))
  expect(told?.text).toContain('allt står kvar som förut')
  await carryOutCardOrders(house)
  expect(ended()).not.toContain(`/v1/subscriptions/${subscription.id}`)
})
