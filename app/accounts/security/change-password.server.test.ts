import { expect, test } from 'vitest'
import { behind } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { withPasskey } from '../../../test/support/passkeys'
import { enter, joinAsMember, PASSWORD } from '../../../test/support/people'
import { lockProfile } from '../account-store.server'
import { logIn } from '../login/log-in.server'
import { readPasskeys } from '../passkeys/passkey-store.server'
import { changePassword } from './change-password.server'

const house = useHouse()
holdWakes(house)
const newPassword = 'ett helt nytt'

test('the new password works and the old one does not', async () => {
  const { visitor, signedIn, email } = await joinAsMember(house)
  valueFrom(await changePassword(house, visitor, signedIn, { password: PASSWORD, newPassword }))
  refusalFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
  valueFrom(await logIn(house, await house.visitor(), { email, password: newPassword }))
})

test('gives this browser a new session and ends every other session', async () => {
  const here = await joinAsMember(house)
  const there = valueFrom(await logIn(house, await house.visitor(), { email: here.email, password: PASSWORD }))
  const { cookies } = valueFrom(
    await changePassword(house, here.visitor, here.signedIn, { password: PASSWORD, newPassword }),
  )

  const after = await enter(house, [...here.cookies, ...cookies])
  expect(after.signedIn.sessionId).not.toBe(here.signedIn.sessionId)
  expect((await house.visitor({ cookies: here.cookies })).signedIn).toBeNull()
  expect((await house.visitor({ cookies: there.cookies })).signedIn).toBeNull()
})

test('mails the person about the change', async () => {
  const { visitor, signedIn, email } = await joinAsMember(house)
  await house.deliver()
  valueFrom(await changePassword(house, visitor, signedIn, { password: PASSWORD, newPassword }))
  expect(mailTo(await house.deliver(), email).subject).toBe('Ditt lösenord är bytt')
})

test.each([
  ['no current password', { password: '' }, { password: 'Fyll i ditt lösenord' }],
  ['a wrong current password', { password: 'inte rätt' }, { password: 'Lösenordet stämmer inte' }],
  ['no new password', { newPassword: '' }, { newPassword: 'Välj ett lösenord' }],
  ['a short new password', { newPassword: '12345' }, { newPassword: 'Lösenordet behöver minst 6 tecken' }],
  [
    'a new password of 100 kB',
    { newPassword: 'a'.repeat(100_000) },
    { newPassword: 'Lösenordet får vara högst 128 tecken' },
  ],
])('refuses %s at its field and ends no session', async (_, wrong, fields) => {
  const { visitor, signedIn, cookies, email } = await joinAsMember(house)
  const form = { password: PASSWORD, newPassword, ...wrong }
  expect(refusalFrom(await changePassword(house, visitor, signedIn, form)).fields).toEqual(fields)
  await enter(house, cookies)
  valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
})

test('locks the form for a quarter of an hour after ten wrong passwords (rate limit)', async () => {
  const { visitor, signedIn } = await joinAsMember(house)
  const guess = (password: string) => changePassword(house, visitor, signedIn, { password, newPassword })
  for (let tries = 0; tries < 10; tries++) expect(refusalFrom(await guess('fel')).fields.password).toBeTruthy()
  expect(refusalFrom(await guess(PASSWORD)).message).toContain('för många försök')
  house.clock.forward({ minutes: 16 })
  valueFrom(await guess(PASSWORD))
})

test('a change is refused when the password is unlinked meanwhile, and the passkey is left', async () => {
  const { visitor, signedIn, cookies } = await withPasskey(house, await joinAsMember(house))
  const { id } = signedIn.person
  const answer = await behind(
    house.db,
    (first) => lockProfile(first, id),
    () => changePassword(house, visitor, signedIn, { password: PASSWORD, newPassword }),
    (first) => first.deleteFrom('identities').where('profile_id', '=', id).execute(),
  )
  expect(refusalFrom(answer).message).toContain('togs just bort')
  expect(await readPasskeys(house.db, id)).toHaveLength(1)
  expect((await house.visitor({ cookies })).signedIn).toBeNull()
})

test('a login with the old password is refused when it is changed meanwhile (race condition)', async () => {
  const { visitor, signedIn, email } = await joinAsMember(house)
  const { sessions } = house.auth
  const signIn: typeof sessions.signIn = async (...given) => {
    const answer = await sessions.signIn(...given)
    valueFrom(await changePassword(house, visitor, signedIn, { password: PASSWORD, newPassword }))
    return answer
  }
  const slow = { ...house, auth: { ...house.auth, sessions: { ...sessions, signIn } } }
  refusalFrom(await logIn(slow, await house.visitor(), { email, password: PASSWORD }))
})
