import { expect, test } from 'vitest'
import { signUpCompany } from '~/shell/joining/sign-up-company.server'
import { signUpMember, signUpShort } from '~/shell/joining/sign-up-member.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo, tokenIn } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { companyForm, joinAsMember, memberForm, newEmail, PASSWORD } from '../../../test/support/people'
import { changePassword } from '../security/change-password.server'
import { requestRecovery, resetPassword } from './recovery.server'

// Every form in which somebody chooses a password.
const house = useHouse()
holdWakes(house)
const friendly = /lätt att gissa/

test.each(['Sommar2026', 'Eva Lind', 'kvartera1'])(
  'refuses the weak password %s when a member signs up',
  async (password) => {
    const visitor = await house.visitor()
    const form = memberForm({ password })
    expect(refusalFrom(await signUpMember(house, visitor, form)).fields.password).toMatch(friendly)
    const short = { name: 'Eva Lind', email: newEmail(), password }
    expect(refusalFrom(await signUpShort(house, visitor, short)).fields.password).toMatch(friendly)
    expect(
      await house.db
        .selectFrom('profiles')
        .select('id')
        .where('email', '=', form.email ?? '')
        .execute(),
    ).toEqual([])
    valueFrom(await signUpMember(house, visitor, { ...form, password: PASSWORD }))
  },
)

test.each(['Götalandsvägen 1', '556016-0680', 'lindstädab'])(
  'refuses the weak password %s when a company signs up',
  async (password) => {
    expect(
      refusalFrom(await signUpCompany(house, await house.visitor(), companyForm({ password }))).fields.password,
    ).toMatch(friendly)
  },
)

test('refuses a weak password in a change and a recovery, without using up the link', async () => {
  const { visitor, signedIn, email } = await joinAsMember(house)
  const newPassword = 'hammarby'
  const change = await changePassword(house, visitor, signedIn, { password: PASSWORD, newPassword })
  expect(refusalFrom(change).fields.newPassword).toMatch(friendly)
  await house.deliver()
  valueFrom(await requestRecovery(house, visitor, { email }))
  const token = tokenIn(mailTo(await house.deliver(), email))
  const reset = (password: string) => resetPassword(house, visitor, { token, password })
  expect(refusalFrom(await reset('eva lind')).fields.password).toMatch(friendly)
  valueFrom(await reset('tranan landade sent'))
})
