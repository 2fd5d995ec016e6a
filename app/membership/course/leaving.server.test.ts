import { expect, test } from 'vitest'
import { dayOf, daysAfter, formatDate } from '~/shared/time'
import { holdWakes, useHouse } from '../../../test/support/house'
import { expectEventsToExplain, openChargesOf } from '../../../test/support/money'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { leaveMembership, returnToMembership, stayMember, withdraw } from './change-course.server'
import { runMemberships } from './run-memberships.server'

/* Leaving, staying and returning, on the days at the limits. */

const house = useHouse()
holdWakes(house)
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const today = () => dayOf(house.clock.now())
const sure = { sure: 'on' }
const openOf = (member: Resident) => openChargesOf(house.db, { memberId: idOf(member) })
const reasons = async (member: Resident) => {
  const events = house.db.selectFrom('member_events').select('why').where('member_id', '=', idOf(member)).orderBy('id')
  return (await events.execute()).map(({ why }) => why)
}
const rowOf = (member: Resident) =>
  house.db.selectFrom('memberships').selectAll().where('profile_id', '=', idOf(member)).executeTakeFirstOrThrow()
const subjects = async (member: Resident) =>
  (await house.deliver()).filter(({ recipient }) => recipient === member.email).map(({ subject }) => subject)
const receiptOf = async ({ email }: Resident) =>
  (await house.deliver()).find(({ recipient, subject }) => recipient === email && subject.startsWith('Kvitto'))?.text

test('the receipt of a member who leaves with days left says until when they have what they paid for', async () => {
  const member = await joinAsMember(house)
  house.clock.forward({ days: 29 })
  valueFrom(await leaveMembership(house, member.signedIn, sure))
  const receipt = await receiptOf(member)
  expect(receipt).toContain(`gäller till ${formatDate((await rowOf(member)).covered_until)}`)
  expect(receipt).not.toContain('från och med nu')
  expect((await rowOf(member)).ended_on).toBeNull()
})

test('leaving on the last covered day ends at once, and returning then charges one month, once', async () => {
  const member = await joinAsMember(house)
  house.clock.forward({ days: 30 })
  expect((await rowOf(member)).covered_until).toBe(today())
  valueFrom(await leaveMembership(house, member.signedIn, sure))
  expect(await rowOf(member)).toMatchObject({ ended_on: today(), ended_because: 'left' })
  expect(await receiptOf(member)).toContain('Medlemskapet är avslutat från och med nu')
  const first = valueFrom(await returnToMembership(house, member.signedIn)).payAt
  const second = valueFrom(await returnToMembership(house, member.signedIn)).payAt
  expect(first).not.toBeNull()
  expect((await openOf(member)).map(({ id, due_on }) => [id, due_on])).toEqual([[second, daysAfter(today(), 10)]])
  await expectEventsToExplain(house.db)
})

test('staying does nothing for a member who is not leaving or has already left', async () => {
  const member = await joinAsMember(house)
  valueFrom(await stayMember(house, member.signedIn))
  expect(await reasons(member)).toEqual(['joined'])
  valueFrom(await leaveMembership(house, member.signedIn, sure))
  house.clock.forward({ days: 31 })
  await runMemberships(house)
  const gone = await rowOf(member)
  expect(gone).toMatchObject({ ended_because: 'left', leaving_since: expect.any(Date) })
  valueFrom(await stayMember(house, member.signedIn))
  expect(await rowOf(member)).toEqual(gone)
  expect(await reasons(member)).toEqual(['joined', 'will leave', 'left'])
})

test('returning with days left brings reminders back, and withdrawing then strikes the open charge', async () => {
  const member = await joinAsMember(house)
  house.clock.forward({ days: 24 })
  await runMemberships(house)
  valueFrom(await leaveMembership(house, member.signedIn, sure))
  house.clock.forward({ days: 1 })
  await house.db
    .updateTable('memberships')
    .set({ ended_on: today(), ended_because: 'left' })
    .where('profile_id', '=', idOf(member))
    .execute()
  await house.deliver()
  expect(valueFrom(await returnToMembership(house, member.signedIn))).toEqual({ payAt: null })
  await house.db
    .updateTable('memberships')
    .set({ next_step_on: today() })
    .where('profile_id', '=', idOf(member))
    .execute()
  await runMemberships(house)
  expect(await subjects(member)).toEqual([expect.stringMatching(/^Provperioden slutar \d/)])
  expect(await openOf(member)).toHaveLength(1)
  valueFrom(await withdraw(house, member.signedIn, sure))
  expect(await openOf(member)).toEqual([])
  const [receipt] = (await house.deliver()).filter(({ recipient }) => recipient === member.email)
  expect(receipt?.text).toContain('Du har inte betalat något')
})

test('a company account cannot leave, withdraw, stay or return', async () => {
  const { signedIn } = await joinAsCompany(house)
  for (const deed of [leaveMembership, withdraw])
    await expect(deed(house, signedIn, sure)).rejects.toThrow('not allowed')
  for (const deed of [stayMember, returnToMembership])
    await expect(deed(house, signedIn)).rejects.toThrow('not allowed')
})
