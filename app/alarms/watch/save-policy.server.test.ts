import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { readPolicy } from './policy-store.server'
import { readPolicyHistory, savePolicy } from './save-policy.server'

const house = useHouse()
const written = (policy: Record<string, number>) =>
  Object.fromEntries(Object.entries(policy).map(([name, value]) => [name, String(value)]))

const usual = {
  callAgainS: 60,
  ringS: 30,
  ringTimes: 5,
  widenS: 120,
  tellMemberS: 300,
  releaseS: 600,
  walkGraceS: 300,
  canaryDays: 7,
}
const shortest = { ...usual, callAgainS: 15, ringS: 15, ringTimes: 0, widenS: 15, tellMemberS: 15 }
const longest = { ...usual, callAgainS: 3_600, ringS: 3_600, ringTimes: 20, widenS: 3_600, tellMemberS: 3_600 }

test.each([
  ['shortest', { ...shortest, releaseS: 60, walkGraceS: 60, canaryDays: 1 }],
  ['longest', { ...longest, releaseS: 14_400, walkGraceS: 3_600, canaryDays: 92 }],
])('the %s allowed policy is saved, for its postcode only', async (_, policy) => {
  const { signedIn } = await joinAsAdmin(house)
  const other = await readPolicy(house.db, '12541')
  valueFrom(await savePolicy(house, signedIn, '12540', written(policy)))
  expect(await readPolicy(house.db, '12540')).toEqual(policy)
  expect(await readPolicy(house.db, '12541')).toEqual(other)
})

test.each([
  ['callAgainS', 14],
  ['callAgainS', 3_601],
  ['ringS', 14],
  ['ringS', 3_601],
  ['ringTimes', -1],
  ['ringTimes', 21],
  ['widenS', 14],
  ['widenS', 3_601],
  ['tellMemberS', 3_601],
  ['releaseS', 59],
  ['releaseS', 14_401],
  ['walkGraceS', 59],
  ['walkGraceS', 3_601],
  ['canaryDays', 0],
  ['canaryDays', 93],
] as const)('a policy with %s of %d is refused', async (field, value) => {
  const { signedIn } = await joinAsAdmin(house)
  const refusal = refusalFrom(await savePolicy(house, signedIn, '12540', written({ ...usual, [field]: value })))
  expect(Object.keys(refusal.fields)).toContain(field)
})

test('each change of a policy is recorded with its author, and the newest twenty are shown', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const changed = async (canaryDays: number) =>
    valueFrom(await savePolicy(house, signedIn, '12542', written({ ...usual, canaryDays })))
  const before = await readPolicy(house.db, '12542')
  await changed(1)
  expect(await readPolicyHistory(house, signedIn, '12542')).toMatchObject([
    { actorId: signedIn.person.id, deed: 'change alarm policy', before, after: { ...usual, canaryDays: 1 } },
  ])
  expect(await readPolicyHistory(house, signedIn, '12543')).toEqual([])
  for (let days = 2; days <= 21; days++) await changed(days)
  const history = await readPolicyHistory(house, signedIn, '12542')
  expect(history.map(({ after }) => (after as typeof usual).canaryDays)).toEqual(
    Array.from({ length: 20 }, (_, n) => 21 - n),
  )
})

test('a member cannot change a policy or read its history, and an invalid postcode is refused', async () => {
  const { signedIn } = await joinAsMember(house)
  await expect(savePolicy(house, signedIn, '12544', written(usual))).rejects.toThrow('not allowed')
  expect(() => readPolicyHistory(house, signedIn, '12544')).toThrow('not allowed')
  const admin = (await joinAsAdmin(house)).signedIn
  expect(refusalFrom(await savePolicy(house, admin, '1254', written(usual))).message).toMatch(/fem siffror/)
})
