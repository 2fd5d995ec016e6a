import { expect, test } from 'vitest'
import { behind } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { withPasskey } from '../../../test/support/passkeys'
import { joinAsMember, type Resident } from '../../../test/support/people'
import { lockProfile } from '../account-store.server'
import { deleteIdentity, readIdentities } from '../login/session-store.server'
import { deletePasskey, readPasskeys } from '../passkeys/passkey-store.server'
import { removePasskey } from '../passkeys/remove-passkey.server'
import { readSecurity } from './read-security.server'
import { unlinkIdentity } from './unlink-identity.server'

const house = useHouse()
holdWakes(house)

/** Links another provider directly in the database, as a future one would. */
async function link({ signedIn }: Resident, provider: string) {
  await house.db
    .insertInto('identities')
    .values({ profile_id: signedIn.person.id, provider, provider_account_id: signedIn.person.id })
    .execute()
}

const identitiesOf = async ({ signedIn }: Resident) => (await readSecurity(house, signedIn)).identities

test('refuses to unlink the last way to log in', async () => {
  const person = await joinAsMember(house)
  const [only] = await identitiesOf(person)
  expect(only?.name).toBe('E-post och lösenord')
  expect(
    refusalFrom(await unlinkIdentity({ house, ...person, values: { identityId: only?.id ?? '' } })).message,
  ).toContain('enda sätt')
  expect(await identitiesOf(person)).toHaveLength(1)
})

test('unlinks one of two identities, and doing so again is idempotent', async () => {
  const person = await joinAsMember(house)
  await link(person, 'bankid')
  const bankid = (await identitiesOf(person)).find(({ name }) => name === 'Bankid')
  valueFrom(await unlinkIdentity({ house, ...person, values: { identityId: bankid?.id ?? '' } }))
  expect((await identitiesOf(person)).map(({ name }) => name)).toEqual(['E-post och lösenord'])
  valueFrom(await unlinkIdentity({ house, ...person, values: { identityId: bankid?.id ?? '' } }))
})

test('unlinking both identities at the same moment leaves one (race condition)', async () => {
  const person = await joinAsMember(house)
  await link(person, 'bankid')
  const both = await identitiesOf(person)
  await Promise.all(both.map(({ id }) => unlinkIdentity({ house, ...person, values: { identityId: id } })))
  expect(await identitiesOf(person)).toHaveLength(1)
})

test.each(['a password', 'a passkey'])(
  'refuses to remove %s when the other way in is removed meanwhile (race condition)',
  async (last) => {
    const person = await withPasskey(house, await joinAsMember(house))
    const { id } = person.signedIn.person
    await link(person, 'bankid')
    const identities = await readIdentities(house.db, id)
    const bankid = identities.find(({ provider }) => provider === 'bankid')?.id ?? ''
    const password = identities.find(({ provider }) => provider === 'credential')?.id ?? ''
    const [key] = await readPasskeys(house.db, id)
    const isKey = last === 'a passkey'
    if (isKey) await deleteIdentity(house.db, id, bankid)
    else await deletePasskey(house.db, id, key?.id ?? '', person.signedIn.sessionId)
    const values = { identityId: password, passkeyId: key?.id ?? '' }
    const answer = await behind(
      house.db,
      async (first) => {
        await lockProfile(first, id)
        await deleteIdentity(first, id, isKey ? password : bankid)
      },
      () => (isKey ? removePasskey : unlinkIdentity)({ house, ...person, values }),
    )
    expect(refusalFrom(answer).message).toContain('enda sätt')
  },
)

test('does not unlink another person’s identity', async () => {
  const other = await joinAsMember(house)
  await link(other, 'bankid')
  const [theirs] = await identitiesOf(other)
  const person = await joinAsMember(house)
  valueFrom(await unlinkIdentity({ house, ...person, values: { identityId: theirs?.id ?? '' } }))
  expect(await identitiesOf(other)).toHaveLength(2)
})
