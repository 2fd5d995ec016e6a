import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsMember, type Resident } from '../../../test/support/people'
import { readSecurity } from './read-security.server'
import { unlinkIdentity } from './unlink-identity.server'

const house = useHouse()
holdWakes(house)

/** As another provider will link one, once there is one. */
async function link({ signedIn }: Resident, provider: string) {
  await house.db
    .insertInto('identities')
    .values({ profile_id: signedIn.person.id, provider, provider_account_id: signedIn.person.id })
    .execute()
}

const identitiesOf = async ({ signedIn }: Resident) => (await readSecurity(house, signedIn)).identities

test('the last way to log in stays', async () => {
  const person = await joinAsMember(house)
  const [only] = await identitiesOf(person)
  expect(only?.name).toBe('E-post och lösenord')
  expect(
    refusalFrom(await unlinkIdentity({ house, ...person, values: { identityId: only?.id ?? '' } })).message,
  ).toContain('enda sätt')
  expect(await identitiesOf(person)).toHaveLength(1)
})

test('one of two is unlinked, and unlinking it again changes nothing', async () => {
  const person = await joinAsMember(house)
  await link(person, 'bankid')
  const bankid = (await identitiesOf(person)).find(({ name }) => name === 'Bankid')
  valueFrom(await unlinkIdentity({ house, ...person, values: { identityId: bankid?.id ?? '' } }))
  expect((await identitiesOf(person)).map(({ name }) => name)).toEqual(['E-post och lösenord'])
  valueFrom(await unlinkIdentity({ house, ...person, values: { identityId: bankid?.id ?? '' } }))
})

test('of two unlinked at once, one stays', async () => {
  const person = await joinAsMember(house)
  await link(person, 'bankid')
  const both = await identitiesOf(person)
  await Promise.all(both.map(({ id }) => unlinkIdentity({ house, ...person, values: { identityId: id } })))
  expect(await identitiesOf(person)).toHaveLength(1)
})

test('nobody unlinks what is somebody else’s', async () => {
  const other = await joinAsMember(house)
  await link(other, 'bankid')
  const [theirs] = await identitiesOf(other)
  const person = await joinAsMember(house)
  valueFrom(await unlinkIdentity({ house, ...person, values: { identityId: theirs?.id ?? '' } }))
  expect(await identitiesOf(other)).toHaveLength(2)
})
