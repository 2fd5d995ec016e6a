import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { logIn } from '../login/log-in.server'
import { readSecurity } from './read-security.server'

const house = useHouse()
const shown = ({ signedIn }: Resident) => readSecurity(house, signedIn)

test('lists a person’s ways to log in and their sessions, this device first', async () => {
  const siv = await joinAsMember(house)
  for (const userAgent of ['Mozilla/5.0 (Macintosh) Chrome/130', 'Vitest'])
    await logIn(house, await house.visitor({ userAgent }), { email: siv.email, password: PASSWORD })
  await joinAsMember(house)
  const { sessions, identities, ...facts } = await shown(siv)
  expect(facts).toMatchObject({
    hasSecondFactor: false,
    hasApp: false,
    hasPassword: true,
    isAdmin: false,
    needsSecondFactor: false,
    passkeys: [],
  })
  expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false, false])
  expect(sessions[0]?.id).toBe(siv.signedIn.sessionId)
  expect(identities).toHaveLength(1)
})

test('reports an account without a password, and an administrator without a second step', async () => {
  const [siv, admin] = [await joinAsMember(house), await joinAsAdmin(house)]
  await house.db
    .updateTable('identities')
    .set({ provider: 'bankid', password: null })
    .where('profile_id', '=', siv.signedIn.person.id)
    .execute()
  expect(await shown(siv)).toMatchObject({ hasPassword: false, identities: [{ name: 'Bankid' }] })
  expect(await shown(admin)).toMatchObject({
    isAdmin: true,
    hasSecondFactor: true,
    needsSecondFactor: false,
    hasPassword: true,
  })
  const half = { ...admin.signedIn, person: { ...admin.signedIn.person, twoFactorEnabled: false } }
  expect(await readSecurity(house, half)).toMatchObject({
    isAdmin: true,
    hasSecondFactor: false,
    needsSecondFactor: true,
  })
})
