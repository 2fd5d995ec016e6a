import { describe, expect, test } from 'vitest'
import { signUpMember } from '~/shell/joining/sign-up-member.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo, tokenIn } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsMember, memberForm, newEmail, PASSWORD, type Resident } from '../../../test/support/people'
import { logIn } from '../login/log-in.server'
import { readProfile } from '../profile/read-profile.server'
import { requestRecovery, resetPassword } from '../recovery/recovery.server'
import { changePassword } from '../security/change-password.server'
import { cancelEmailChange, requestEmailChange } from './change-email.server'
import { verifyEmail } from './verify-email.server'

const house = useHouse()
holdWakes(house)

async function member() {
  const joined = await joinAsMember(house)
  await house.deliver()
  return joined
}

const ask = ({ visitor, signedIn }: Resident, email: string, password = PASSWORD) =>
  requestEmailChange(house, visitor, signedIn, { email, password })

async function linkTo(person: Resident, email: string): Promise<string> {
  valueFrom(await ask(person, email))
  return tokenIn(mailTo(await house.deliver(), email))
}

test('the old address stays until the link mailed to the new one is followed', async () => {
  const person = await member()
  const email = newEmail()
  const token = await linkTo(person, email)
  expect((await enter(house, person.cookies)).signedIn.person.email).toBe(person.email)
  expect((await readProfile(house, person.signedIn)).waitingEmail).toBe(email)

  valueFrom(await verifyEmail(house, { token }))
  const after = await enter(house, person.cookies)
  expect(after.signedIn.person).toMatchObject({ id: person.signedIn.person.id, email, emailVerified: true })
  expect((await readProfile(house, after.signedIn)).waitingEmail).toBeNull()
  valueFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
})

test('mails the old address that a change was requested', async () => {
  const person = await member()
  const email = newEmail()
  valueFrom(await ask(person, email))
  expect(house.woken).toContain('mail')
  const told = mailTo(await house.deliver(), person.email)
  expect(told.subject).toBe('Din e-postadress är på väg att bytas')
  expect(told.text).toContain(email)
})

test('answers a taken address like a free one and mails only its owner (no account enumeration)', async () => {
  const [owner, person, other] = [await member(), await member(), await member()]
  expect(await ask(person, owner.email)).toEqual(await ask(other, newEmail()))
  expect((await readProfile(house, person.signedIn)).waitingEmail).toBe(owner.email)

  const told = mailTo(await house.deliver(), owner.email)
  expect(told.subject).toBe('Du har redan ett konto med den här adressen')
  expect(told.text).not.toContain('token=')
})

describe('requesting an email change', () => {
  test.each([
    ['no address', { email: '' }, 'email'],
    ['an invalid address', { email: 'eva' }, 'email'],
    ['an address with a line break', { email: 'a@exempel.se\nBcc: b@exempel.se' }, 'email'],
    ['no password', { password: '' }, 'password'],
    ['a wrong password', { password: 'inte rätt' }, 'password'],
  ])('refuses %s at its field', async (_, wrong, field) => {
    const { visitor, signedIn } = await member()
    const form = { email: newEmail(), password: PASSWORD, ...wrong }
    expect(Object.keys(refusalFrom(await requestEmailChange(house, visitor, signedIn, form)).fields)).toEqual([field])
    expect(await house.deliver()).toEqual([])
  })

  test('refuses the address that the account already has', async () => {
    const person = await member()
    expect(refusalFrom(await ask(person, person.email.toUpperCase())).fields.email).toContain('redan har')
  })
})

test('refuses the sixth change of address within an hour (rate limit)', async () => {
  const person = await member()
  for (let times = 0; times < 5; times++) valueFrom(await ask(person, newEmail()))
  expect(refusalFrom(await ask(person, newEmail())).message).toContain('många mejl')
})

describe('the link to confirm a new address', () => {
  test('works once, and logs nobody in', async () => {
    const person = await member()
    const token = await linkTo(person, newEmail())
    valueFrom(await verifyEmail(house, { token }))
    refusalFrom(await verifyEmail(house, { token }))
    const sessions = await house.db
      .selectFrom('sessions')
      .select('id')
      .where('profile_id', '=', person.signedIn.person.id)
      .execute()
    expect(sessions).toHaveLength(1)
  })

  test('works until just before three days have passed, and expires then', async () => {
    const [early, person] = [await member(), await member()]
    const [first, token] = [await linkTo(early, newEmail()), await linkTo(person, newEmail())]
    house.clock.forward({ hours: 72, minutes: -1 })
    valueFrom(await verifyEmail(house, { token: first }))
    house.clock.forward({ minutes: 2 })
    refusalFrom(await verifyEmail(house, { token }))
    expect((await readProfile(house, person.signedIn)).waitingEmail).toBeNull()
  })

  test('is invalid once another change is requested or this one is cancelled', async () => {
    const person = await member()
    const first = await linkTo(person, newEmail())
    const second = await linkTo(person, newEmail())
    refusalFrom(await verifyEmail(house, { token: first }))
    valueFrom(await cancelEmailChange(house, person.signedIn))
    refusalFrom(await verifyEmail(house, { token: second }))
  })

  test('is invalid once the password is changed or recovered', async () => {
    const person = await member()
    const change = await linkTo(person, newEmail())
    valueFrom(
      await changePassword(house, person.visitor, person.signedIn, {
        password: PASSWORD,
        newPassword: 'ett helt nytt',
      }),
    )
    refusalFrom(await verifyEmail(house, { token: change }))

    const robbed = await member()
    const stolen = await linkTo(robbed, newEmail())
    valueFrom(await requestRecovery(house, await house.visitor(), { email: robbed.email }))
    valueFrom(
      await resetPassword(house, await house.visitor(), {
        token: tokenIn(mailTo(await house.deliver(), robbed.email)),
        password: 'ett helt nytt',
      }),
    )
    refusalFrom(await verifyEmail(house, { token: stolen }))
  })

  test('is refused when another account took the address in the meantime', async () => {
    const person = await member()
    const email = newEmail()
    const token = await linkTo(person, email)
    const taker = await joinAsMember(house, { email })
    refusalFrom(await verifyEmail(house, { token }))
    expect((await enter(house, person.cookies)).signedIn.person.email).toBe(person.email)
    expect((await enter(house, taker.cookies)).signedIn.person.email).toBe(email)
  })

  test('does not move a later account that has the same old address', async () => {
    const thief = await member()
    const token = await linkTo(thief, newEmail())
    valueFrom(await deleteAccount(house, thief.visitor, thief.signedIn, { password: PASSWORD, understood: 'on' }))
    const { cookies } = valueFrom(await signUpMember(house, await house.visitor(), memberForm({ email: thief.email })))
    refusalFrom(await verifyEmail(house, { token }))
    expect((await enter(house, cookies)).signedIn.person.email).toBe(thief.email)
  })

  test('ends that person’s logins that wait for their second step, and nobody else’s', async () => {
    const [person, other] = [await member(), await member()]
    const waits = ({ signedIn }: Resident) => ({ identifier: `2fa-${signedIn.person.id}`, value: signedIn.person.id })
    for (const one of [person, other])
      await house.db
        .insertInto('verifications')
        .values({ ...waits(one), expires_at: new Date('2100-01-01') })
        .execute()
    valueFrom(await verifyEmail(house, { token: await linkTo(person, newEmail()) }))
    const left = await house.db.selectFrom('verifications').select('value').execute()
    expect(left).toEqual([{ value: other.signedIn.person.id }])
  })

  test('invalidates recovery links to the old address, also after the account returns to it', async () => {
    const person = await member()
    valueFrom(await requestRecovery(house, await house.visitor(), { email: person.email }))
    const recovery = tokenIn(mailTo(await house.deliver(), person.email))
    valueFrom(await verifyEmail(house, { token: await linkTo(person, newEmail()) }))
    refusalFrom(await resetPassword(house, await house.visitor(), { token: recovery, password: 'ett helt nytt' }))
    const moved = await enter(house, person.cookies)
    await ask(moved, person.email)
    const back = (await house.deliver()).filter(({ text }) => text.includes('/auth/verify')).at(-1)
    valueFrom(await verifyEmail(house, { token: back ? tokenIn(back) : '' }))
    expect((await enter(house, person.cookies)).signedIn.person.email).toBe(person.email)
    refusalFrom(await resetPassword(house, await house.visitor(), { token: recovery, password: 'ett helt nytt' }))
  })

  test('is not stored in the database in plain text', async () => {
    const token = await linkTo(await member(), newEmail())
    expect(JSON.stringify(await house.db.selectFrom('email_changes').selectAll().execute())).not.toContain(token)
  })
})
