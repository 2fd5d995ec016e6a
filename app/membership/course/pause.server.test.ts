import { expect, test } from 'vitest'
import { carryOutCardOrders } from '~/payments/card/carry-out-card-orders.server'
import { blockPerson, unblockPerson } from '~/people/block-person.server'
import { dayOf } from '~/shared/time'
import { holdWakes, useHouse } from '../../../test/support/house'
import { openChargesOf } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { useTill } from '../../../test/support/till'
import { addDays } from '../free-period'
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
async function passDays(days: number) {
  for (let day = 0; day < days; day++) {
    house.clock.forward({ days: 1 })
    await runMemberships(house)
  }
}
const subjects = async (member: Resident) =>
  (await house.deliver()).filter(({ recipient }) => recipient === member.email).map(({ subject }) => subject)
const standing = (member: Resident) =>
  house.db
    .selectFrom('profiles')
    .innerJoin('memberships', 'memberships.profile_id', 'profiles.id')
    .select(['member_status as status', 'covered_until as until', 'next_step_on as next', 'ended_because as because'])
    .where('profiles.id', '=', idOf(member))
    .executeTakeFirstOrThrow()

test('a blocked member is asked for nothing and keeps the membership, which goes on with a week’s notice', async () => {
  const member = await joinAsMember(house)
  await passDays(10)
  await block(member)
  await house.deliver()
  await passDays(60)
  expect([await charges(member), await subjects(member)]).toEqual([[], []])
  expect(await standing(member)).toMatchObject({ status: 'trial', next: null, because: null })

  await unblock(member)
  await house.deliver()
  expect(await standing(member)).toMatchObject({ status: 'active', until: addDays(today(), 7), next: today() })
  await runMemberships(house)
  expect(await charges(member)).toMatchObject([{ due_on: addDays(today(), 7) }])
  expect(await subjects(member)).toEqual([expect.stringMatching(/^Dags för nästa månad/)])
  const events = await house.db
    .selectFrom('member_events')
    .select('why')
    .where('member_id', '=', idOf(member))
    .execute()
  expect(events.map(({ why }) => why)).toEqual(['joined', 'pause over'])
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

test('a blocked member who has left gets the end they asked for', async () => {
  const member = await joinAsMember(house)
  await passDays(10)
  valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
  await block(member)
  await passDays(25)
  expect(await standing(member)).toMatchObject({ status: 'ended', because: 'left' })
  await unblock(member)
  expect(await standing(member)).toMatchObject({ status: 'ended', because: 'left' })
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
