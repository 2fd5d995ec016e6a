import { describe, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo, tokenIn } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember, newEmail, PASSWORD, type Resident } from '../../../test/support/people'
import { logIn } from '../login/log-in.server'
import { requestRecovery, resetPassword } from './recovery.server'

const house = useHouse()
holdWakes(house)

/** A member with an emptied outbox, and the recovery link that they then request. */
async function memberWithLink() {
  return withLink(await joinAsMember(house))
}

async function withLink(person: Resident) {
  await house.deliver()
  valueFrom(await requestRecovery(house, await house.visitor(), { email: person.email }))
  const token = tokenIn(mailTo(await house.deliver(), person.email))
  return { ...person, token }
}

const newPassword = 'ett helt nytt'

test('the link in the mail sets a new password, and the old one stops working', async () => {
  const { email, token } = await memberWithLink()
  valueFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
  valueFrom(await logIn(house, await house.visitor(), { email, password: newPassword }))
  refusalFrom(await logIn(house, await house.visitor(), { email, password: PASSWORD }))
})

test('a new password ends every session and mails the person', async () => {
  const { email, token, cookies } = await memberWithLink()
  valueFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
  expect((await house.visitor({ cookies })).signedIn).toBeNull()
  expect(mailTo(await house.deliver(), email).subject).toBe('Ditt lösenord är bytt')
})

test('recovering an unverified address turns off its second step and verifies it', async () => {
  const { email, token } = await memberWithLink()
  const { id } = await house.db
    .updateTable('profiles')
    .set({ two_factor_enabled: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.db.insertInto('two_factors').values({ profile_id: id, secret: 'x', backup_codes: 'x' }).execute()
  valueFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
  const back = valueFrom(await logIn(house, await house.visitor(), { email, password: newPassword }))
  expect(back.next).toBe('dashboard')
  const profile = house.db.selectFrom('profiles').select('email_verified').where('id', '=', id)
  expect(await profile.executeTakeFirst()).toEqual({ email_verified: true })
})

describe('an administrator who recovers the account by mail', () => {
  const granted = { user_role: 'admin', email_verified: true } as const
  /** The role and the second factor after the link has been used. */
  async function leftAfter(person: Resident, given: { two_factor_enabled: boolean }) {
    const { id } = person.signedIn.person
    const profile = () =>
      house.db.selectFrom('profiles').select(['user_role', 'two_factor_enabled']).where('id', '=', id)
    await house.db
      .updateTable('profiles')
      .set({ ...granted, ...given })
      .where('id', '=', id)
      .execute()
    const { token } = await withLink(person)
    valueFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
    return profile().executeTakeFirstOrThrow()
  }

  test('loses the role without a second step, and the audit log gives the reason', async () => {
    const person = await joinAsMember(house)
    const left = await leftAfter(person, { two_factor_enabled: false })
    expect(left).toEqual({ user_role: 'member', two_factor_enabled: false })
    const [entry] = await readAudit(house.db, { kind: 'person', id: person.signedIn.person.id }, 1)
    expect(entry).toMatchObject({
      deed: 'change role',
      reason: 'Nytt lösenord via mejl, utan tvåstegsverifiering',
      before: { role: 'admin' },
      after: { role: 'member' },
    })
  })

  test('gets the company role if they own a company', async () => {
    const left = await leftAfter(await joinAsCompany(house), { two_factor_enabled: false })
    expect(left.user_role).toBe('company')
  })

  test('keeps the role and the second step if one is on', async () => {
    const left = await leftAfter(await joinAsMember(house), { two_factor_enabled: true })
    expect(left).toEqual({ user_role: 'admin', two_factor_enabled: true })
  })
})

describe('a recovery link', () => {
  test('works once', async () => {
    const { token } = await memberWithLink()
    valueFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
    expect(refusalFrom(await resetPassword(house, await house.visitor(), { token, password: 'ännu ett' })).title).toBe(
      'Länken gäller inte längre',
    )
  })

  test('works once when it is used twice at the same moment (race condition)', async () => {
    const { token } = await memberWithLink()
    const visitor = await house.visitor()
    const answers = await Promise.all(
      ['första', 'andra!'].map((password) => resetPassword(house, visitor, { token, password })),
    )
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  test('works until just before an hour has passed, and expires then', async () => {
    const [{ email }, { token }] = [await joinAsMember(house), await memberWithLink()]
    const elsewhere = await house.visitor({ address: '198.51.100.77' })
    valueFrom(await requestRecovery(house, elsewhere, { email }))
    const early = tokenIn(mailTo(await house.deliver(), email))
    house.clock.forward({ minutes: 59 })
    valueFrom(await resetPassword(house, elsewhere, { token: early, password: newPassword }))
    house.clock.forward({ minutes: 2 })
    refusalFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
  })

  test('is invalid once another link has been used', async () => {
    const { email, token } = await memberWithLink()
    valueFrom(await requestRecovery(house, await house.visitor(), { email }))
    const second = tokenIn(mailTo(await house.deliver(), email))
    valueFrom(await resetPassword(house, await house.visitor(), { token: second, password: newPassword }))
    refusalFrom(await resetPassword(house, await house.visitor(), { token, password: 'inte det här' }))
  })

  test.each(['', 'påhittad', 'a'.repeat(100_000)])('is refused when it is forged', async (token) => {
    refusalFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
  })

  test('is not used up by a password that is too short', async () => {
    const { token } = await memberWithLink()
    expect(
      refusalFrom(await resetPassword(house, await house.visitor(), { token, password: '12345' })).fields.password,
    ).toContain('minst 6')
    valueFrom(await resetPassword(house, await house.visitor(), { token, password: newPassword }))
  })

  test('is not stored in the database in plain text', async () => {
    const { token } = await memberWithLink()
    const rows = await house.db.selectFrom('verifications').select('identifier').execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

test('answers an address without an account alike and sends it no mail (no account enumeration)', async () => {
  const { email } = await joinAsMember(house)
  await house.deliver()
  const unknown = newEmail()
  const visitor = await house.visitor()
  expect(await requestRecovery(house, visitor, { email: unknown })).toEqual(
    await requestRecovery(house, visitor, { email }),
  )
  expect((await house.deliver()).map(({ recipient }) => recipient)).toEqual([email])
})

test('mails three links at most to one address and answers further requests alike (rate limit)', async () => {
  const { email } = await joinAsMember(house)
  await house.deliver()
  for (let times = 0; times < 5; times++) valueFrom(await requestRecovery(house, await house.visitor(), { email }))
  expect(await house.deliver()).toHaveLength(3)
})

test('each known browser has a rate limit of its own when strangers used up that of the address', async () => {
  const { email } = await joinAsMember(house)
  const stranger = await house.visitor({ address: '203.0.113.11' })
  const known = async () => valueFrom(await logIn(house, stranger, { email, password: PASSWORD })).cookies
  const [phone, computer] = [await known(), await known()]
  await house.deliver()
  let line = 20
  const ask = async (cookies: string[] = []) => {
    const visitor = await house.visitor({ cookies, address: `203.0.113.${++line}` })
    for (let times = 0; times < 4; times++) valueFrom(await requestRecovery(house, visitor, { email }))
    expect(house.woken).toContain('account mail')
    return (await house.deliver()).length
  }
  expect([await ask(), await ask()]).toEqual([3, 0])
  expect([await ask(phone), await ask(phone), await ask(computer), await ask(computer)]).toEqual([3, 0, 3, 0])
})

test('refuses the twenty-first request from one IP address (rate limit)', async () => {
  const visitor = await house.visitor({ address: '203.0.113.9' })
  for (let times = 0; times < 20; times++) valueFrom(await requestRecovery(house, visitor, { email: newEmail() }))
  expect(refusalFrom(await requestRecovery(house, visitor, { email: newEmail() })).title).toBe('För många försök')
})

test.each(['', 'eva', 'eva@exempel.se\r\nBcc: alla@exempel.se'])('refuses %j as an address', async (email) => {
  expect(refusalFrom(await requestRecovery(house, await house.visitor(), { email })).fields.email).toBeTruthy()
})
