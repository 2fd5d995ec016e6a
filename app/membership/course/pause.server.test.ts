import { expect, test } from 'vitest'
import { lockMember } from '~/accounts/public.server'
import { carryOutCardOrders } from '~/payments/card/carry-out-card-orders.server'
import { blockPerson, unblockPerson } from '~/people/block-person.server'
import { dayOf, daysAfter, formatDate } from '~/shared/time'
import { holdWakes, useHouse } from '../../../test/support/house'
import { letDaysPass, openChargesOf, payFor } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { useTill } from '../../../test/support/till'
import { addMonths } from '../free-period'
import { giveFreeMonths, takeBackBoughtMonth } from '../give-free-months.server'
import { readOwnMembership } from '../read-own-membership.server'
import { leaveMembership } from './change-course.server'
import { runMemberships } from './run-memberships.server'

/** A blocked member can neither pay nor leave, so nothing is asked of them. */

const house = useHouse()
holdWakes(house)
const till = useTill(house)

const idOf = ({ signedIn }: Resident) => signedIn.person.id
const block = async (member: Resident) =>
  valueFrom(
    await blockPerson({ house, ...(await joinAsAdmin(house)), values: { reason: 'Hot', sure: 'on' } }, idOf(member)),
  )
const unblock = async (member: Resident) =>
  valueFrom(await unblockPerson({ house, ...(await joinAsAdmin(house)), values: {} }, idOf(member)))
const charges = (member: Resident) => openChargesOf(house.db, { memberId: idOf(member) })
const today = () => dayOf(house.clock.now())
const passDays = (days: number) => letDaysPass(house, days)
const subjects = async (member: Resident) =>
  (await house.deliver()).filter(({ recipient }) => recipient === member.email).map(({ subject }) => subject)
const standing = (member: Resident) =>
  house.db
    .selectFrom('profiles')
    .innerJoin('memberships', 'memberships.profile_id', 'profiles.id')
    .select(['member_status as status', 'covered_until as until', 'next_step_on as next', 'ended_because as because'])
    .where('profiles.id', '=', idOf(member))
    .executeTakeFirstOrThrow()
const rowOf = (member: Resident) =>
  house.db.selectFrom('memberships').selectAll().where('profile_id', '=', idOf(member)).executeTakeFirstOrThrow()
const reasons = async (member: Resident) => {
  const events = house.db.selectFrom('member_events').select('why').where('member_id', '=', idOf(member)).orderBy('id')
  return (await events.execute()).map(({ why }) => why)
}

test('a blocked member is asked for nothing and keeps the membership, which goes on with a week’s notice', async () => {
  const member = await joinAsMember(house)
  await passDays(10)
  await block(member)
  await house.deliver()
  await passDays(60)
  expect([await charges(member), await subjects(member)]).toEqual([[], []])
  expect(await standing(member)).toMatchObject({ status: 'trial', next: null, because: null })

  await unblock(member)
  const told = (await house.deliver()).find(({ recipient }) => recipient === member.email)
  expect(told?.text).toContain(`Nu gäller det till ${formatDate(daysAfter(today(), 7))}`)
  expect(told?.text).not.toContain('allt står kvar som förut')
  expect(await standing(member)).toMatchObject({ status: 'active', until: daysAfter(today(), 7), next: today() })
  await runMemberships(house)
  expect(await charges(member)).toMatchObject([{ due_on: daysAfter(today(), 7) }])
  expect(await subjects(member)).toEqual([expect.stringMatching(/^Dags för nästa månad/)])
  expect(await reasons(member)).toEqual(['joined', 'pause over'])
})

test('the days after a block are called paid only when they are', async () => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  const titleOf = async ({ signedIn }: Resident) => (await readOwnMembership(house, signedIn)).state.title
  const pay = async (member: Resident) => payFor(house, (await joinAsAdmin(house)).signedIn, { memberId: idOf(member) })
  await passDays(25)
  await pay(siv)
  await pay(olle)
  for (const member of [siv, olle]) await block(member)
  const paid = (await standing(olle)).until
  // Lifted on the very day of the pause: the month is paid for a week ahead, so the block took nothing of it.
  while ((await standing(olle)).next !== null) await passDays(1)
  await unblock(olle)
  expect(await titleOf(olle)).toBe(`Betalt till ${formatDate(paid)}`)
  await passDays(30)
  await unblock(siv)
  const given = formatDate(daysAfter(today(), 7))
  expect(await titleOf(siv)).toBe(`Du är medlem till ${given}`)
  await passDays(1)
  await pay(siv)
  expect(await titleOf(siv)).toMatch(/^Betalt till /)
  // A second block that takes nothing changes no word.
  await block(siv)
  await passDays(1)
  await unblock(siv)
  expect(await titleOf(siv)).toMatch(/^Betalt till /)
})

test('the days that a pause gave are kept, and so are the days on a receipt, when months are given and taken back', async () => {
  const member = await joinAsMember(house)
  const months = (key: string) => ({ months: 1, source: 'points' as const, key, now: house.clock.now() })
  await passDays(10)
  await block(member)
  await passDays(60)
  await unblock(member)
  const given = daysAfter(today(), 7)
  await passDays(1)
  await payFor(house, (await joinAsAdmin(house)).signedIn, { memberId: idOf(member) })
  const paid = await house.db
    .selectFrom('charges')
    .select(['period_from as from', 'period_until as until'])
    .where('member_id', '=', idOf(member))
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
  expect(paid).toEqual({ from: given, until: addMonths(given, 1) })
  await house.db.transaction().execute((db) => giveFreeMonths(db, idOf(member), months('after a pause')))
  expect((await standing(member)).until).toBe(addMonths(given, 2))
  await house.db.transaction().execute(async (db) => {
    const held = await lockMember(db, idOf(member))
    if (held) await takeBackBoughtMonth({ ...house, db }, held)
  })
  expect((await standing(member)).until).toBe(paid.until)
})

test('only the blocked member’s membership is paused: a neighbour’s goes on', async () => {
  const member = await joinAsMember(house)
  await block(member)
  await passDays(3)
  // Nothing is due of the neighbour on the day on which the member's membership pauses.
  const neighbour = await joinAsMember(house)
  await passDays(24)
  expect([await charges(member), (await charges(neighbour)).length]).toEqual([[], 1])
  await passDays(20)
  expect([(await standing(member)).status, (await standing(neighbour)).status]).toEqual(['trial', 'ended'])
})

test('a block that is lifted within the hour leaves the days of grace and the history as they were', async () => {
  const member = await joinAsMember(house)
  await passDays(33)
  const before = await rowOf(member)
  expect(before).toMatchObject({ past_due_on: daysAfter(today(), -3), reminded: 3 })
  await block(member)
  await unblock(member)
  expect(await rowOf(member)).toEqual(before)
  expect(await charges(member)).toHaveLength(1)
  expect(await reasons(member)).toEqual(['joined', 'month unpaid'])
})

test('a month that was asked for before the block is struck on the eve of its day', async () => {
  const member = await joinAsMember(house)
  await passDays(25)
  expect(await charges(member)).toHaveLength(1)
  await block(member)
  await passDays(3)
  expect(await charges(member)).toHaveLength(1)
  await passDays(1)
  expect(await charges(member)).toEqual([])
})

test('a block that is lifted before the next step changes nothing', async () => {
  const member = await joinAsMember(house)
  await passDays(10)
  const before = await standing(member)
  await block(member)
  await passDays(5)
  await unblock(member)
  expect(await standing(member)).toEqual(before)
})

test('a block that is lifted on the day of the pause gives no days, and the history tells of none', async () => {
  const member = await joinAsMember(house)
  await passDays(10)
  await block(member)
  while ((await standing(member)).next !== null) await passDays(1)
  const { until } = await standing(member)
  // Exactly the week that everybody has to pay the next month.
  expect(until).toBe(daysAfter(today(), 7))
  await unblock(member)
  expect(await standing(member)).toMatchObject({ status: 'trial', until, next: today() })
  expect(await reasons(member)).toEqual(['joined'])
})

test('a blocked member who has left gets the end they asked for', async () => {
  const member = await joinAsMember(house)
  await passDays(10)
  valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
  await block(member)
  await passDays(25)
  expect(await standing(member)).toMatchObject({ status: 'ended', because: 'left' })
  const end = (await house.deliver()).find(({ subject }) => subject === 'Ditt medlemskap är avslutat')
  expect(end?.text).toContain('det går inte att logga in eller larma härifrån.\n\nOm du är i fara: ring 112.')
  expect(end?.text).not.toMatch(/https?:|fungerar trygghetslarmet|välkommen tillbaka/)
  const before = await rowOf(member)
  await unblock(member)
  expect(await standing(member)).toMatchObject({ status: 'ended', because: 'left' })
  // Nothing has begun again, so the history says nothing of it either.
  expect(await rowOf(member)).toEqual(before)
  expect(await reasons(member)).toEqual(['joined', 'will leave', 'left'])
})

test('the card of a blocked member is ended before it draws, and what it draws all the same goes back', async () => {
  const { member, session, subscription } = await till.subscribed()
  await till.tell('checkout.session.completed', { id: session })
  await block(member)
  await passDays(19)
  await carryOutCardOrders(house)
  const ended = till.stripe.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  expect(ended).toContain(`/v1/subscriptions/${subscription.id}`)
  const invoice = till.stripe.draw(subscription, 3900, till.later(31))
  await till.tell('invoice.paid', invoice)
  expect(await till.outcomes(invoice.id)).toEqual(['given back'])
})

test('a draw during the block, before the month is asked for, goes back', async () => {
  const { member, session, subscription } = await till.subscribed()
  await till.tell('checkout.session.completed', { id: session })
  await block(member)
  const invoice = till.stripe.draw(subscription, 3900, till.later(31))
  await till.tell('invoice.paid', invoice)
  expect(await till.outcomes(invoice.id)).toEqual(['given back'])
  await carryOutCardOrders(house)
  expect(till.refundsOf(invoice)).toEqual([3900])
})
