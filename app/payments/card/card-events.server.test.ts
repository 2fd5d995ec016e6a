import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { lockMembers } from '~/accounts/public.server'
import { readBillingAddresses } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { openChargesOf, payFor } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../../test/support/people'
import { companyOf, joinAlone } from '../../../test/support/sponsorship'
import { sessionIn, useTill } from '../../../test/support/till'
import { billCompanies } from '../bill-companies.server'
import { fromNet } from '../charge'
import { insertCharges, type NewCharge, strikeCharges } from '../charge-store.server'
import { readChargeToPay } from '../read-charge.server'
import { readCompanyMoney } from '../read-company-money.server'
import { carryOutCardOrders } from './carry-out-card-orders.server'
import { payChargeByCard, subscribeByCard } from './pay-by-card.server'

/** The outcome and note of card events, in words for an administrator, and whom they concern. */
const house = useHouse()
const till = useTill(house)
const { later, tell, atTheTill, refundsOf, subscribed } = till

const heardOf = async (objectId: string) =>
  house.db.selectFrom('card_events').select(['outcome', 'note']).where('object_id', '=', objectId).execute()
const paidBy = (payer: { memberId: string } | { companyId: string }) => {
  const paid = house.db.selectFrom('charges').select('id').where('status', '=', 'paid')
  const theirs =
    'memberId' in payer ? paid.where('member_id', '=', payer.memberId) : paid.where('company_id', '=', payer.companyId)
  return theirs.execute()
}
const gone = 'Pengarna går tillbaka till kortet.'

/** A company with open charges for a season and for the base, the season first. */
async function askedForSeasonAndBase() {
  const company = await joinAlone(house)
  const { id: companyId } = await companyOf(house, company)
  const asked = (kind: 'season' | 'base', dueOn: string): NewCharge => ({
    key: `${kind} ${companyId}`,
    kind,
    payer: { companyId },
    lines: [{ text: kind, slotId: null, ...fromNet(295_00) }],
    dueOn,
  })
  const [season, base] = await house.db
    .transaction()
    .execute((db) => insertCharges(db, [asked('season', '2026-12-01'), asked('base', '2026-12-31')], house.clock.now()))
  return { company, companyId, season: season?.id ?? '', base: base?.id ?? '' }
}

test('a subscription of an unknown customer is not stored and is noted as a mismatch', async () => {
  const strange = till.stripe.subscribe(till.stripe.make('cs', { customer: 'cus_stranger' }).id, later(30))
  expect(await tell('customer.subscription.created', { id: strange.id })).toBe('done')
  expect(await heardOf(strange.id)).toEqual([
    { outcome: 'mismatch', note: 'Ett abonnemang för en kund som inte är vår' },
  ])
  const kept = house.db.selectFrom('card_subscriptions').select('id').where('id', '=', strange.id)
  expect(await kept.execute()).toEqual([])
})

test('a company reads when its next month is asked for, and when its card is drawn: before that day, or after it', async () => {
  setClock('2027-03-15T09:00:00Z')
  const company = await joinAlone(house)
  const next = async () => (await readCompanyMoney(house, company.signedIn))?.next
  const asked = 'Bas för april 2027 begärs den första i månaden'
  expect(await next()).toBe(`${asked}.`)
  const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
  const subscription = till.stripe.subscribe(sessionIn(url), new Date('2027-03-31T09:00:00Z'), 'active')
  await tell('checkout.session.completed', { id: sessionIn(url) })
  expect(await next()).toBe('Bas för april 2027 dras från kortet 31 mars 2027.')
  const drawnOn = (day: string) =>
    Object.assign(subscription, { items: { data: [{ current_period_end: Date.parse(`${day}T09:00:00Z`) / 1000 }] } })
  drawnOn('2027-04-01')
  await tell('customer.subscription.updated', { id: subscription.id })
  expect(await next()).toBe(`${asked}, och dras från kortet 1 april 2027.`)
  subscription.status = 'past_due'
  await tell('customer.subscription.updated', { id: subscription.id })
  expect(await next()).toBe(`${asked}.`)
  subscription.status = 'active'
  drawnOn('2027-03-14')
  await tell('customer.subscription.updated', { id: subscription.id })
  expect(await next()).toBe(`${asked}.`)
})

test('a company reads on its open month when the card is drawn, and on a second one when to pay', async () => {
  setClock('2027-03-15T09:00:00Z')
  const company = await joinAlone(house)
  setClock('2027-04-01T09:00:00Z')
  await billCompanies(house)
  const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
  const subscription = till.stripe.subscribe(sessionIn(url), new Date('2027-05-17T09:00:00Z'), 'active')
  await tell('customer.subscription.created', { id: subscription.id })
  setClock('2027-05-01T09:00:00Z')
  await billCompanies(house)
  const due = async () => (await readCompanyMoney(house, company.signedIn))?.charges.map((charge) => charge.due)
  expect(await due()).toEqual(['Dras från kortet 17 maj 2027', 'Senast 11 maj 2027'])
  subscription.status = 'past_due'
  await tell('customer.subscription.updated', { id: subscription.id })
  expect(await due()).toEqual(['Skulle ha betalats senast 11 april 2027', 'Senast 11 maj 2027'])
})

test('a charge that was paid by card says so in the middle of a sentence', async () => {
  const { member, chargeId, session } = await atTheTill()
  till.stripe.pay(session)
  await tell('checkout.session.completed', { id: session })
  const paid = await readChargeToPay(house, member.signedIn, chargeId)
  expect(paid).toMatchObject({ paid: { method: 'kort' } })
})

test('a subscription that begins or ends is told to the open pages of the member or company that has it', async () => {
  const { member, session, subscription } = await subscribed()
  const told = [{ to: [`person:${member.signedIn.person.id}`, 'admin'], about: 'payments' }]
  house.told.length = 0
  await tell('checkout.session.completed', { id: session })
  expect(house.told).toEqual(told)
  Object.assign(subscription, { status: 'canceled' })
  house.told.length = 0
  await tell('customer.subscription.deleted', { id: subscription.id })
  expect(house.told).toEqual(told)

  const company = await joinAsCompany(house)
  const { id } = await companyOf(house, company)
  const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
  till.stripe.subscribe(sessionIn(url), later(30), 'active')
  house.told.length = 0
  await tell('checkout.session.completed', { id: sessionIn(url) })
  expect(house.told).toEqual([{ to: [`company:${id}`, 'admin'], about: 'payments' }])
})

test('a cancelled subscription is stored as not live, without a next charge day', async () => {
  const { session, subscription } = await subscribed()
  await tell('checkout.session.completed', { id: session })
  const kept = () =>
    house.db
      .selectFrom('card_subscriptions')
      .select(['is_live', 'next_charge_on'])
      .where('id', '=', subscription.id)
      .executeTakeFirstOrThrow()
  expect(await kept()).toEqual({ is_live: true, next_charge_on: dayOf(later(25)) })
  Object.assign(subscription, { status: 'canceled' })
  await tell('customer.subscription.deleted', { id: subscription.id })
  expect(await kept()).toEqual({ is_live: false, next_charge_on: null })
  expect(await heardOf(subscription.id)).toEqual([{ outcome: 'noted', note: null }])
})

test('a payment that does not fit is noted with the reason and whether it is refunded', async () => {
  const admin = await joinAsAdmin(house)
  const krone = await atTheTill()
  till.stripe.pay(krone.session, { currency: 'nok' })
  await tell('checkout.session.completed', { id: krone.session })
  expect((await heardOf(krone.session))[0]?.note).toMatch(/^KV\d+: betald i nok, inte i kronor$/)

  const twice = await atTheTill()
  await payFor(house, admin.signedIn, { memberId: twice.member.signedIn.person.id })
  till.stripe.pay(twice.session)
  await tell('checkout.session.completed', { id: twice.session })
  expect((await heardOf(twice.session))[0]?.note).toMatch(new RegExp(`^KV\\d+ var redan betald. ${gone}$`))

  const { company, season } = await askedForSeasonAndBase()
  const { url } = valueFrom(await payChargeByCard(house, company.signedIn, season, { key: randomUUID() }))
  await house.db.transaction().execute((db) => strikeCharges(db, [season], 'Släppt', house.clock.now()))
  till.stripe.pay(sessionIn(url))
  await tell('checkout.session.completed', { id: sessionIn(url) })
  const [heard] = await heardOf(sessionIn(url))
  expect(heard?.outcome).toBe('given back')
  expect(heard?.note).toMatch(new RegExp(`^KV\\d+ begärs inte längre. ${gone}$`))
})

test('a subscription checkout that reports a one-off payment pays for nothing and is a mismatch', async () => {
  const { member, session } = await subscribed()
  till.stripe.pay(session, { mode: 'payment' })
  expect(await tell('checkout.session.completed', { id: session })).toBe('done')
  expect(await heardOf(session)).toEqual([{ outcome: 'mismatch', note: 'En betalning som vi inte har bett om' }])
  expect(await paidBy({ memberId: member.signedIn.person.id })).toEqual([])
})

test('a company’s card payment pays the open base charge, even when a season charge is due earlier', async () => {
  const { company, companyId, season, base } = await askedForSeasonAndBase()
  const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
  const subscription = till.stripe.subscribe(sessionIn(url), later(30), 'active')
  await tell('invoice.paid', till.stripe.draw(subscription, 368_75, later(30)))
  expect((await openChargesOf(house.db, { companyId })).map(({ id }) => id)).toEqual([season])
  expect(await paidBy({ companyId })).toEqual([{ id: base }])
})

test('a company’s card payment at an older agreed price replaces the open base charge for the same month', async () => {
  const { company, companyId, base } = await askedForSeasonAndBase()
  const period = { period_from: '2027-01-01', period_until: '2027-02-01' }
  await house.db.updateTable('charges').set(period).where('id', '=', base).execute()
  const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
  const checkout = house.db.updateTable('card_checkouts').set({ amount_cents: 250_00 })
  await checkout.where('id', '=', sessionIn(url)).execute()
  const subscription = till.stripe.subscribe(sessionIn(url), later(30), 'active')
  await tell('invoice.paid', till.stripe.draw(subscription, 250_00, later(30)))
  const charges = house.db.selectFrom('charges').select(['status', 'net_cents as net', 'period_from', 'period_until'])
  expect(await charges.where('company_id', '=', companyId).where('kind', '=', 'base').orderBy('id').execute()).toEqual([
    { status: 'struck', net: 295_00, ...period },
    { status: 'paid', net: 200_00, ...period },
  ])
})

test('the first charge is at noon of the day that cover ends, or at once if that is two days away', async () => {
  const member = await joinAsMember(house)
  const { until } = await house.db
    .selectFrom('memberships')
    .select('covered_until as until')
    .where('profile_id', '=', member.signedIn.person.id)
    .executeTakeFirstOrThrow()
  const firstDraw = async () => {
    valueFrom(await subscribeByCard(house, member.signedIn, { key: randomUUID() }))
    const { trial_end } = (till.stripe.asked.at(-1)?.body.subscription_data ?? {}) as { trial_end?: number }
    return trial_end
  }
  const daysLeft = (Date.parse(until) - Date.parse(dayOf(house.clock.now()))) / 86_400_000
  house.clock.forward({ days: daysLeft - 3 })
  expect(await firstDraw()).toBe(Date.parse(`${until}T12:00:00Z`) / 1000)
  house.clock.forward({ days: 1 })
  expect(await firstDraw()).toBeUndefined()
})

test('race condition: a card payment is refunded when its member is deleted meanwhile', async () => {
  const { member, session, subscription } = await subscribed()
  await tell('checkout.session.completed', { id: session })
  const memberId = member.signedIn.person.id
  const left = async (leaving: Database) => {
    await lockMembers(leaving, [memberId])
    await leaving.updateTable('card_customers').set({ member_id: null }).where('member_id', '=', memberId).execute()
  }
  const invoice = till.stripe.draw(subscription, 3900, later(31))
  await behind(house.db, left, () => tell('invoice.paid', invoice))
  expect(await heardOf(invoice.id)).toEqual([{ outcome: 'given back', note: `Kontot finns inte längre. ${gone}` }])
  expect(await paidBy({ memberId })).toEqual([])
  await carryOutCardOrders(house)
  expect(refundsOf(invoice)).toEqual([3900])
})

test('race condition: a card payment is refunded when its company closes meanwhile', async () => {
  const company = await joinAsCompany(house)
  const { id: companyId } = await companyOf(house, company)
  const { url } = valueFrom(await subscribeByCard(house, company.signedIn, { key: randomUUID() }))
  const subscription = till.stripe.subscribe(sessionIn(url), later(30), 'active')
  await tell('customer.subscription.created', { id: subscription.id })
  const closed = async (leaving: Database) => {
    await readBillingAddresses(leaving, [companyId], 'hold')
    const closing = leaving.updateTable('companies').set({ deleted_at: house.clock.now() })
    await closing.where('id', '=', companyId).execute()
  }
  const invoice = till.stripe.draw(subscription, 368_75, later(30))
  await behind(house.db, closed, () => tell('invoice.paid', invoice))
  expect(await heardOf(invoice.id)).toEqual([{ outcome: 'given back', note: `Kontot finns inte längre. ${gone}` }])
  expect(await paidBy({ companyId })).toEqual([])
  await carryOutCardOrders(house)
  expect(refundsOf(invoice)).toEqual([368_75])
})
