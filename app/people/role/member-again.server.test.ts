import { describe, expect, test } from 'vitest'
import { leaveMembership } from '~/membership/course/change-course.server'
import { runMemberships } from '~/membership/public.server'
import { dayOf, daysAfter, formatDate } from '~/shared/time'
import { grantIn } from '../../../server/start/grant-role'
import { useHouse } from '../../../test/support/house'
import {
  expectBooksToBalance,
  expectEventsToExplain,
  letDaysPass,
  openChargesOf,
  payFor,
} from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, proven, type Resident } from '../../../test/support/people'
import { blockPerson, unblockPerson } from '../block-person.server'
import { changeRole } from './change-role.server'

/** A membership whose member has had another role meanwhile: nobody pays for the time between. */

const house = useHouse()
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const today = () => dayOf(house.clock.now())

type Role = 'admin' | 'member'
const byAdmin = async ({ signedIn }: Resident, role: Role) =>
  valueFrom(
    await changeRole(
      { house, ...(await joinAsAdmin(house)), values: { role, reason: 'Vikariat' } },
      signedIn.person.id,
    ),
  )
const byOperator = ({ email }: Resident, role: Role) => grantIn(house, { email, role, isVouchedFor: false })

const passDays = (days: number) => letDaysPass(house, days)
const rowOf = (member: Resident) =>
  house.db
    .selectFrom('memberships')
    .innerJoin('profiles', 'profiles.id', 'profile_id')
    .select(['member_status as status', 'covered_until as until', 'past_due_on as pastDue', 'ended_on as ended'])
    .select(['billing_day as billingDay', 'ended_because as because', 'leaving_since as leavingSince'])
    .where('profile_id', '=', idOf(member))
    .executeTakeFirstOrThrow()
const charges = async (member: Resident) => openChargesOf(house.db, { memberId: idOf(member) })
const subjects = async (member: Resident) =>
  (await house.deliver()).filter(({ recipient }) => recipient === member.email).map(({ subject }) => subject)
const reasons = async (member: Resident) => {
  const events = house.db.selectFrom('member_events').select('why').where('member_id', '=', idOf(member)).orderBy('id')
  return (await events.execute()).map(({ why }) => why)
}

describe.each([
  ['an administrator', byAdmin],
  ['the operator', byOperator],
] as const)('a role changed and changed back by %s', (_, change) => {
  test('half a year later is followed by a week’s notice and a month that begins then, and nothing before', async () => {
    const member = await proven(house, await joinAsMember(house))
    await passDays(10)
    await change(member, 'admin')
    await passDays(180)
    await change(member, 'member')
    const told = (await house.deliver()).map(({ text }) => text).join()
    const from = daysAfter(today(), 7)
    // The operator's command sends no letter.
    if (change === byAdmin) {
      expect(told).toContain(`Nu gäller det till ${formatDate(from)}`)
      expect(told).toContain('Det är ett medlemskonto nu, och du är utloggad överallt.')
      // There may be one administrator only, so nobody else is promised.
      expect(told).toContain('så läser vi det.')
    }
    expect(await rowOf(member)).toMatchObject({ status: 'active', until: from, pastDue: null })
    await runMemberships(house)
    expect(await charges(member)).toMatchObject([{ due_on: from }])
    expect(await subjects(member)).toEqual([expect.stringMatching(/^Dags för nästa månad/)])
    await payFor(house, (await joinAsAdmin(house)).signedIn, { memberId: idOf(member) })
    await passDays(8)
    // One month is paid, and covers days ahead.
    expect(await charges(member)).toEqual([])
    expect((await rowOf(member)).until > today()).toBe(true)
    expect(await reasons(member)).toEqual(['joined', 'pause over', 'month paid'])
  })

  test('with days left changes nothing about the membership', async () => {
    const member = await proven(house, await joinAsMember(house))
    await passDays(10)
    const before = await rowOf(member)
    await change(member, 'admin')
    await passDays(3)
    await change(member, 'member')
    expect(await rowOf(member)).toEqual(before)
    expect(await reasons(member)).toEqual(['joined'])
  })

  test('after the member had left is followed by the end that was asked for', async () => {
    const member = await proven(house, await joinAsMember(house))
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    await change(member, 'admin')
    await passDays(60)
    await change(member, 'member')
    await passDays(1)
    expect(await rowOf(member)).toMatchObject({ status: 'ended', because: 'left' })
    expect(await charges(member)).toEqual([])
    expect(await reasons(member)).toEqual(['joined', 'will leave', 'left'])
  })
})

test('the mail does not call days free that the member had paid for', async () => {
  const member = await proven(house, await joinAsMember(house))
  await passDays(25)
  await payFor(house, (await joinAsAdmin(house)).signedIn, { memberId: idOf(member) })
  const { until } = await rowOf(member)
  await byAdmin(member, 'admin')
  await passDays(20)
  await house.deliver()
  await byAdmin(member, 'member')
  expect(await rowOf(member)).toMatchObject({ until })
  const told = (await house.deliver()).find(({ subject }) => subject.includes('ny roll'))?.text
  expect(told).toContain(`Nu gäller det till ${formatDate(until)}`)
  expect(told).not.toContain('betalar inget')
})

test('a month that was struck with the role is asked for anew, with a week’s notice', async () => {
  const member = await proven(house, await joinAsMember(house))
  await passDays(33)
  expect(await rowOf(member)).toMatchObject({ status: 'past_due' })
  await byAdmin(member, 'admin')
  expect(await charges(member)).toEqual([])
  await byAdmin(member, 'member')
  const from = daysAfter(today(), 7)
  expect(await rowOf(member)).toMatchObject({ status: 'active', until: from, pastDue: null })
  await runMemberships(house)
  expect(await charges(member)).toMatchObject([{ due_on: from }])
})

test('a month that was struck with the role on the day it was asked for is asked for again', async () => {
  const member = await proven(house, await joinAsMember(house))
  await passDays(23)
  const [first] = await charges(member)
  const { until } = await rowOf(member)
  expect(first).toMatchObject({ due_on: until })
  await byAdmin(member, 'admin')
  await byAdmin(member, 'member')
  await runMemberships(house)
  // No day was given: exactly a week was left.
  expect(await rowOf(member)).toMatchObject({ status: 'trial', until })
  expect(await charges(member)).toMatchObject([{ due_on: until }])
})

test('granting the role to somebody who has it changes nothing about a month that is unpaid', async () => {
  const member = await proven(house, await joinAsMember(house))
  await passDays(33)
  const [before, asked] = [await rowOf(member), await charges(member)]
  expect([before.status, asked.length]).toEqual(['past_due', 1])
  await byOperator(member, 'member')
  await byAdmin(member, 'member')
  expect([await rowOf(member), await charges(member)]).toEqual([before, asked])
  expect(await reasons(member)).toEqual(['joined', 'month unpaid'])
})

test('a membership that has ended stays so, until the member comes back to it', async () => {
  const member = await proven(house, await joinAsMember(house))
  await passDays(45)
  const before = await rowOf(member)
  expect(before).toMatchObject({ status: 'ended', because: 'unpaid' })
  await byAdmin(member, 'admin')
  await byAdmin(member, 'member')
  await passDays(1)
  expect(await rowOf(member)).toEqual(before)
  expect(await charges(member)).toEqual([])
})

test('a membership that was paused by a block goes on, though the block was lifted during another role', async () => {
  const member = await proven(house, await joinAsMember(house))
  const asked = async (values: Record<string, string>) => ({ house, ...(await joinAsAdmin(house)), values })
  valueFrom(await blockPerson(await asked({ reason: 'Hot', sure: 'on' }), idOf(member)))
  await passDays(40)
  await byAdmin(member, 'admin')
  valueFrom(await unblockPerson(await asked({}), idOf(member)))
  await byAdmin(member, 'member')
  await runMemberships(house)
  expect(await charges(member)).toMatchObject([{ due_on: daysAfter(today(), 7) }])
})

test('after all tests above every change of status has an event and the books balance', async () => {
  await expectEventsToExplain(house.db)
  await expectBooksToBalance(house.db)
})
