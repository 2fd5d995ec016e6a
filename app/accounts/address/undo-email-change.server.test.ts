import { describe, expect, test } from 'vitest'
import { signUpMember } from '~/shell/joining/sign-up-member.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo, tokenIn } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsMember, memberForm, newEmail, PASSWORD, type Resident } from '../../../test/support/people'
import { logIn } from '../login/log-in.server'
import { requestRecovery, resetPassword } from '../recovery/recovery.server'
import { changePassword } from '../security/change-password.server'
import { sweepAccounts } from '../sweep-accounts.server'
import { requestEmailChange } from './change-email.server'
import { takeUndosTo } from './email-undo-store.server'
import { undoEmailChange } from './undo-email-change.server'
import { verifyEmail } from './verify-email.server'

const house = useHouse()
holdWakes(house)
const newPassword = 'ett helt nytt'

async function member({ isProven = true } = {}) {
  const joined = await joinAsMember(house)
  const { id } = joined.signedIn.person
  if (isProven) await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', id).execute()
  await house.deliver()
  return joined
}

/** Somebody with the password and an open session moves the account. Returns the mails sent to the old address. */
async function moved(person: Resident, to = newEmail(), password = PASSWORD) {
  const { visitor, signedIn } = await enter(house, person.cookies)
  valueFrom(await requestEmailChange(house, visitor, signedIn, { email: to, password }))
  const token = tokenIn(mailTo(await house.deliver(), to))
  valueFrom(await verifyEmail(house, { token }))
  return { to, mails: (await house.deliver()).filter(({ recipient }) => recipient === signedIn.person.email) }
}

const linkTo = async (person: Resident) => tokenIn((await moved(person)).mails[0] ?? fail())
const fail = (): never => {
  throw new Error('nothing reached the address that was left')
}
const undo = async (token: string, password = newPassword) =>
  undoEmailChange(house, await house.visitor(), { token, password })
const addressOf = async ({ signedIn }: Resident) =>
  (await house.db.selectFrom('profiles').select('email').where('id', '=', signedIn.person.id).executeTakeFirstOrThrow())
    .email

test('undoing restores the address and ends the intruder’s sessions and password', async () => {
  const person = await member()
  const { to, mails } = await moved(person)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe('Din e-postadress är bytt')
  expect(mails[0]?.text).toContain('Det var inte jag')

  valueFrom(await undo(tokenIn(mails[0] ?? fail())))
  expect(await addressOf(person)).toBe(person.email)
  await expect(enter(house, person.cookies)).rejects.toThrow()
  refusalFrom(await logIn(house, await house.visitor(), { email: to, password: PASSWORD }))
  refusalFrom(await logIn(house, await house.visitor(), { email: person.email, password: PASSWORD }))
  valueFrom(await logIn(house, await house.visitor(), { email: person.email, password: newPassword }))

  const told = await house.deliver()
  expect(mailTo(told, person.email).subject).toBe('Ditt lösenord är bytt')
  expect(mailTo(told, to).text).not.toContain(person.email)
})

describe('an undo link after a hijack', () => {
  test('works when the intruder changed the password', async () => {
    const person = await member()
    const token = await linkTo(person)
    const { visitor, signedIn } = await enter(house, person.cookies)
    valueFrom(await changePassword(house, visitor, signedIn, { password: PASSWORD, newPassword: 'inkräktarens' }))
    valueFrom(await undo(token))
    expect(await addressOf(person)).toBe(person.email)
  })

  test('works when the intruder recovered the account by the new address', async () => {
    const person = await member()
    const { to, mails } = await moved(person)
    valueFrom(await requestRecovery(house, await house.visitor(), { email: to }))
    const recovery = tokenIn(mailTo(await house.deliver(), to))
    valueFrom(await resetPassword(house, await house.visitor(), { token: recovery, password: 'inkräktarens' }))
    valueFrom(await undo(tokenIn(mails[0] ?? fail())))
    expect(await addressOf(person)).toBe(person.email)
  })

  test('works when the address was changed once more, and ends the undo link of that change', async () => {
    const person = await member()
    const first = await linkTo(person)
    house.clock.forward({ minutes: 5 })
    const second = await linkTo(person)
    valueFrom(await undo(first))
    refusalFrom(await undo(second))
    expect(await addressOf(person)).toBe(person.email)
  })

  test('works when the undo link of a later change was used first', async () => {
    const person = await member()
    const first = await linkTo(person)
    house.clock.forward({ minutes: 5 })
    const second = await linkTo(person)
    valueFrom(await undo(second))
    valueFrom(await undo(first))
    expect(await addressOf(person)).toBe(person.email)
  })

  test('works, since nobody could register the address or move another account to it', async () => {
    const person = await member()
    const token = await linkTo(person)
    const form = memberForm({ email: person.email })
    refusalFrom(await signUpMember(house, await house.visitor(), form))
    const other = await member()
    await requestEmailChange(house, other.visitor, other.signedIn, { email: person.email, password: PASSWORD })
    const change = (await house.deliver()).find(({ recipient }) => recipient === person.email)
    refusalFrom(await verifyEmail(house, { token: tokenIn(change ?? fail()) }))
    valueFrom(await undo(token))
  })

  test('works when the intruder turned on a second step, which it removes', async () => {
    const person = await member()
    const token = await linkTo(person)
    const { id } = person.signedIn.person
    await house.db.updateTable('profiles').set({ two_factor_enabled: true }).where('id', '=', id).execute()
    valueFrom(await undo(token))
    const { cookies } = valueFrom(
      await logIn(house, await house.visitor(), { email: person.email, password: newPassword }),
    )
    expect((await enter(house, cookies)).signedIn.person.id).toBe(id)
  })
})

describe('an undo link', () => {
  test('works once and expires after fourteen days', async () => {
    const person = await member()
    const token = await linkTo(person)
    house.clock.forward({ hours: 335 })
    valueFrom(await undo(token))
    refusalFrom(await undo(token))

    const late = await member()
    const lapsed = await linkTo(late)
    house.clock.forward({ hours: 336, minutes: 1 })
    expect(refusalFrom(await undo(lapsed)).title).toBe('Länken gäller inte längre')
  })

  test('is not used up by a password that is refused', async () => {
    const person = await member()
    const token = await linkTo(person)
    expect(refusalFrom(await undo(token, '123456')).fields.password).toBeDefined()
    valueFrom(await undo(token))
  })

  test('is not sent to an address that was never verified', async () => {
    const person = await member({ isProven: false })
    expect((await moved(person)).mails).toEqual([])
  })

  test('does not turn off a second step that was on before the change', async () => {
    const person = await member()
    const { id } = person.signedIn.person
    await house.db.updateTable('profiles').set({ two_factor_enabled: true }).where('id', '=', id).execute()
    valueFrom(await undo(await linkTo(person)))
    const { two_factor_enabled } = await house.db
      .selectFrom('profiles')
      .select('two_factor_enabled')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(two_factor_enabled).toBe(true)
  })
})

describe('requesting a change back to the former address', () => {
  test('uses up its undo link; the address that is left is told and gets no link', async () => {
    const person = await member()
    const { to, mails } = await moved(person)
    house.clock.forward({ minutes: 5 })
    await requestEmailChange(house, person.visitor, (await enter(house, person.cookies)).signedIn, {
      email: person.email,
      password: PASSWORD,
    })
    const back = (await house.deliver()).find(({ recipient }) => recipient === person.email) ?? fail()
    valueFrom(await verifyEmail(house, { token: tokenIn(back) }))
    expect(house.woken.at(-1)).toBe('mail')
    const told = mailTo(await house.deliver(), to)
    expect(told.subject).toBe('Kontot har fått tillbaka sin förra adress')
    expect(told.text).toContain('inloggad bad om det')
    expect(told.text).not.toContain('token=')
    // Otherwise the link would become valid again when the account leaves that address once more.
    await moved(person)
    refusalFrom(await undo(tokenIn(mails[0] ?? fail())))
  })

  test('mails the usual undo link to the address that is left once the first link has expired', async () => {
    const person = await member()
    await moved(person)
    house.clock.forward({ hours: 336, minutes: 1 })
    const { mails } = await moved({ ...person, email: await addressOf(person) }, person.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Din e-postadress är bytt'])
  })

  test('does not use up another person’s undo link', async () => {
    const [siv, olle] = [await member(), await member()]
    await linkTo(siv)
    const now = house.clock.now()
    expect(await takeUndosTo(house.db, olle.signedIn.person.id, siv.email, now)).toBe(false)
    expect(await takeUndosTo(house.db, siv.signedIn.person.id, siv.email, now)).toBe(true)
  })
})

test('the former address is free to register again after fourteen days', async () => {
  const person = await member()
  await moved(person)
  house.clock.forward({ hours: 336, minutes: 1 })
  await sweepAccounts(house)
  valueFrom(await signUpMember(house, await house.visitor(), memberForm({ email: person.email })))
})
