import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin } from '../../../test/support/people'
import { readPolicy } from './policy-store.server'
import { savePolicy } from './save-policy.server'

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
])('the %s policy there can be is kept, for its postcode alone', async (_, policy) => {
  const { signedIn } = await joinAsAdmin(house)
  const other = await readPolicy(house.db, '12541')
  valueFrom(await savePolicy(house, signedIn, '12540', written(policy)))
  expect(await readPolicy(house.db, '12540')).toEqual(policy)
  expect(await readPolicy(house.db, '12541')).toEqual(other)
})

test.each([
  ['callAgainS', 14],
  ['ringS', 14],
  ['ringS', 3_601],
  ['ringTimes', 21],
  ['widenS', 14],
  ['tellMemberS', 3_601],
  ['releaseS', 59],
  ['releaseS', 14_401],
  ['walkGraceS', 59],
  ['walkGraceS', 3_601],
  ['canaryDays', 0],
  ['canaryDays', 93],
] as const)('%s of %d is refused', async (field, value) => {
  const { signedIn } = await joinAsAdmin(house)
  const refusal = refusalFrom(await savePolicy(house, signedIn, '12540', written({ ...usual, [field]: value })))
  expect(Object.keys(refusal.fields)).toContain(field)
})
