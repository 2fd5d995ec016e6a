import { expect, test } from 'vitest'
import { lockProfile } from '~/accounts/account-store.server'
import { deleteIdentity, readIdentities } from '~/accounts/login/session-store.server'
import { removePasskey } from '~/accounts/passkeys/remove-passkey.server'
import { changePassword } from '~/accounts/security/change-password.server'
import { readSecurity } from '~/accounts/security/read-security.server'
import { unlinkIdentity } from '~/accounts/security/unlink-identity.server'
import { behind } from '../../support/held'
import { useHouse } from '../../support/house'
import { refusalFrom } from '../../support/outcome'
import { withPasskey } from '../../support/passkeys'
import { joinAsMember, PASSWORD, type Resident } from '../../support/people'

/** Race: two requests of one person at the same moment, each of which removes a way to log in. */

const house = useHouse()

const waysInto = async ({ signedIn }: Resident) => {
  const { identities, passkeys } = await readSecurity(house, signedIn)
  return identities.length + passkeys.length
}
const passwordOf = async ({ signedIn }: Resident) =>
  (await readIdentities(house.db, signedIn.person.id)).find(({ provider }) => provider === 'credential')?.id ?? ''
const onlyPasskey = async ({ signedIn }: Resident) => (await readSecurity(house, signedIn)).passkeys[0]?.id ?? ''

test('removing the password and the only passkey at the same moment leaves a way to log in (ten rounds)', async () => {
  for (let round = 0; round < 10; round++) {
    const person = await withPasskey(house, await joinAsMember(house))
    const [identityId, passkeyId] = [await passwordOf(person), await onlyPasskey(person)]
    await Promise.all([
      unlinkIdentity({ house, ...person, values: { identityId, password: PASSWORD } }),
      removePasskey({ house, ...person, values: { passkeyId, password: PASSWORD } }),
    ])
    expect(await waysInto(person)).toBeGreaterThan(0)
  }
})

test('a password change, which ends passkeys, is refused while the password is being unlinked', async () => {
  const person = await withPasskey(house, await joinAsMember(house))
  const { id } = person.signedIn.person
  const identityId = await passwordOf(person)
  const changed = await behind(
    house.db,
    (db) => lockProfile(db, id),
    () =>
      changePassword(house, person.visitor, person.signedIn, {
        password: PASSWORD,
        newPassword: 'tranan landade sent',
      }),
    // Stands for unlinking, which holds the person's lock and has seen the passkey.
    (db) => deleteIdentity(db, id, identityId),
  )
  expect(await waysInto(person)).toBeGreaterThan(0)
  refusalFrom(changed)
})
