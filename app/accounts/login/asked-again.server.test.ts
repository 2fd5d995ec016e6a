import { expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { totpCode } from '../../../test/support/totp'
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.server'
import { enrolSecondFactor } from '../second-factor/enrol-second-factor.server'
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.server'
import { readSecurity } from '../security/read-security.server'
import { confirmLogin } from './confirm-login.server'
import { logIn } from './log-in.server'

/* Reauthentication of a signed-in person: the password, and the second-factor code where enrolled. */

const house = useHouse()
const enrol = ({ visitor, signedIn }: Resident, password = PASSWORD) =>
  enrolSecondFactor(house, visitor, signedIn, { password })

test('a correct password or code resets the count of wrong attempts at it', async () => {
  const siv = await joinAsMember(house)
  const { uri, recoveryCodes } = valueFrom(await enrol(siv))
  const on = valueFrom(await confirmSecondFactor(house, siv.visitor, siv.signedIn, { code: totpCode(uri) }))
  const { visitor, signedIn } = await enter(house, [...siv.cookies, ...on.cookies])
  const ask = (password: string, code: string) => renewRecoveryCodes(house, visitor, signedIn, { password, code })
  let codes = recoveryCodes
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 6; tries++) {
      expect(refusalFrom(await ask('fel', '0')).fields).toHaveProperty('password')
    }
    for (let tries = 0; tries < 6; tries++)
      expect(refusalFrom(await ask(PASSWORD, 'aaaaa-aaaaa')).fields).toHaveProperty('code')
    codes = valueFrom(await ask(PASSWORD, codes[0] ?? '')).recoveryCodes
  }
})

test('an account without a password is told how to get one, not that it is wrong', async () => {
  const siv = await joinAsMember(house)
  await house.db
    .updateTable('identities')
    .set({ provider: 'bankid', password: null })
    .where('profile_id', '=', siv.signedIn.person.id)
    .execute()
  const refusal = refusalFrom(await enrol(siv))
  expect([refusal.message, refusal.fields]).toEqual([expect.stringContaining('Du har inget lösenord'), {}])
})

test('entering the password again makes only the current session a fresh login', async () => {
  const siv = await joinAsMember(house)
  const { cookies } = valueFrom(await logIn(house, await house.visitor(), { email: siv.email, password: PASSWORD }))
  const isFresh = async (from: string[]) => (await readSecurity(house, (await enter(house, from)).signedIn)).isFresh
  house.clock.forward({ minutes: 16 })
  expect([await isFresh(siv.cookies), await isFresh(cookies)]).toEqual([false, false])
  const confirm = (password: string) => confirmLogin({ house, ...siv, values: { password } })
  refusalFrom(await confirm('fel'))
  expect(await isFresh(siv.cookies)).toBe(false)
  valueFrom(await confirm(PASSWORD))
  expect([await isFresh(siv.cookies), await isFresh(cookies)]).toEqual([true, false])
})
