import { describe, expect, test } from 'vitest'
import { mayTry } from '~/door/attempts.server'
import type { Database } from '~/platform/database/database.server'
import { signUpMember } from '~/shell/joining/sign-up-member.server'
import { behind } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import {
  block,
  enter,
  joinAsAdmin,
  joinAsCompany,
  joinAsMember,
  memberForm,
  newEmail,
  PASSWORD,
} from '../../../test/support/people'
import { logIn } from './log-in.server'
import { prolongSession } from './session-store.server'

const house = useHouse()
holdWakes(house)

/** Each test uses its own IP address, so that the tests do not use up each other's rate limits. */
let from = 0
const somebody = () => house.visitor({ address: `198.51.100.${++from}` })

test('the right password logs in', async () => {
  const { email } = await joinAsMember(house)
  const answer = valueFrom(await logIn(house, await somebody(), { email, password: PASSWORD }))
  expect(answer.next).toBe('dashboard')
  expect((await enter(house, answer.cookies)).signedIn.person.email).toBe(email)
})

test('a login whose password was checked while the second factor was turned on opens no session', async () => {
  const { email, signedIn } = await joinAsMember(house)
  const { id } = signedIn.person
  const sessions = {
    ...house.auth.sessions,
    // As if the auth library had read the account before this change, and inserted its session after it.
    async signIn(...given: Parameters<typeof house.auth.sessions.signIn>) {
      const answer = await house.auth.sessions.signIn(...given)
      await house.db.updateTable('profiles').set({ two_factor_enabled: true }).where('id', '=', id).execute()
      return answer
    },
  }
  const there = { ...house, auth: { ...house.auth, sessions } }
  refusalFrom(await logIn(there, await somebody(), { email, password: PASSWORD }))
  const left = await house.db.selectFrom('sessions').select('id').where('profile_id', '=', id).execute()
  expect(left).toEqual([{ id: signedIn.sessionId }])
})

test('ignores capitals in the address and spaces around it', async () => {
  const { email } = await joinAsMember(house)
  valueFrom(await logIn(house, await somebody(), { email: ` ${email.toUpperCase()} `, password: PASSWORD }))
})

test('the session cookie is HttpOnly and SameSite=Lax and lasts a year', async () => {
  const { email } = await joinAsMember(house)
  const { cookies } = valueFrom(await logIn(house, await somebody(), { email, password: PASSWORD }))
  const cookie = cookies.find((text) => text.startsWith('kvartera.session_token='))
  expect(cookie).toMatch(/HttpOnly/i)
  expect(cookie).toMatch(/SameSite=Lax/i)
  expect(cookie).toContain(`Max-Age=${365 * 24 * 3600}`)
})

test('the cookie of a known browser is HttpOnly, lasts 400 days and is Secure under https', async () => {
  const { email } = await joinAsMember(house)
  const markAt = async (origin: string) => {
    const there = { ...house, config: { ...house.config, origin } }
    const { cookies } = valueFrom(await logIn(there, await somebody(), { email, password: PASSWORD }))
    return cookies.find((text) => text.startsWith('kvartera.browser='))?.replace(/=[^;]+/, '')
  }
  const [plain, safe] = [await markAt('http://kvartera.test'), await markAt('https://kvartera.test')]
  expect(plain).toMatch(/HttpOnly/i)
  expect(plain).toMatch(/Max-Age=34560000\b/)
  expect([plain, safe].map((cookie) => /;\s*Secure/i.test(cookie ?? ''))).toEqual([false, true])
})

test('only the right password reveals that an account is blocked, also with a second identity', async () => {
  const { email, signedIn } = await joinAsMember(house)
  const { id } = signedIn.person
  // Inserts the password last: without an ORDER BY the other identity would be read first.
  const password = await house.db
    .deleteFrom('identities')
    .where('profile_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const other = { profile_id: id, provider: 'bankid', provider_account_id: id }
  for (const identity of [other, password]) await house.db.insertInto('identities').values(identity).execute()
  await block(house, { signedIn }, house.clock.now())
  const said = async (password: string) =>
    refusalFrom(await logIn(house, await somebody(), { email, password })).message
  expect(await said('inte rätt')).toBe('Fel e-post eller lösenord')
  expect(await said(PASSWORD)).toContain('spärrat')
  // The alarm that somebody logs in to send stays unsent.
  expect(await said(PASSWORD)).toMatch(/Ring 112 vid fara: .*är inte skickat/)
})

test('a wrong password and an unknown address get the same answer', async () => {
  const { email } = await joinAsMember(house)
  const wrong = refusalFrom(await logIn(house, await somebody(), { email, password: 'inte rätt' }))
  const unknown = refusalFrom(await logIn(house, await somebody(), { email: newEmail(), password: PASSWORD }))
  expect(wrong).toEqual(unknown)
  expect(wrong).toMatchObject({
    title: 'Inloggning misslyckades',
    message: 'Fel e-post eller lösenord',
    fields: {},
  })
})

test('an unknown address takes at least a third of a wrong password’s CPU time (timing attack)', async () => {
  const form = memberForm()
  valueFrom(await signUpMember(house, await somebody(), form))
  // Measures CPU time, not elapsed time, which other processes on the machine disturb.
  const leastWork = async (email: string) => {
    const works = []
    for (let tries = 0; tries < 3; tries++) {
      const visitor = await somebody()
      const began = process.cpuUsage()
      await logIn(house, visitor, { email, password: 'inte rätt' })
      const { user, system } = process.cpuUsage(began)
      works.push(user + system)
    }
    return Math.min(...works)
  }
  const wrong = await leastWork(form.email ?? '')
  // Without a dummy hash for an unknown address, it would take a tenth of the work (timing attack).
  expect(await leastWork(newEmail())).toBeGreaterThan(wrong / 3)
})

test('reports empty fields at the fields', async () => {
  const refusal = refusalFrom(await logIn(house, await somebody(), {}))
  expect(refusal.fields).toEqual({ email: 'Fyll i din e-postadress', password: 'Fyll i ditt lösenord' })
})

describe('the session', () => {
  test('is a new one at every login, and the browser’s previous one ends', async () => {
    const before = await joinAsMember(house)
    const { cookies } = valueFrom(await logIn(house, before.visitor, { email: before.email, password: PASSWORD }))
    const after = await enter(house, [...before.cookies, ...cookies])
    expect(after.signedIn.sessionId).not.toBe(before.signedIn.sessionId)
    expect((await house.visitor({ cookies: before.cookies })).signedIn).toBeNull()
  })

  test('of another browser stays valid', async () => {
    const phone = await joinAsMember(house)
    valueFrom(await logIn(house, await somebody(), { email: phone.email, password: PASSWORD }))
    await enter(house, phone.cookies)
  })

  const use = async (cookies: string[]) =>
    prolongSession(house.db, (await enter(house, cookies)).signedIn, house.clock.now())

  test.each([
    // In hours, since a session lasts that many times 24, also when summer time begins.
    [joinAsMember, { hours: 89 * 24 }, { hours: 90 * 24, minutes: 1 }],
    [joinAsCompany, { hours: 29 * 24 }, { hours: 30 * 24, minutes: 1 }],
    [joinAsAdmin, { hours: 11 }, { hours: 12, minutes: 1 }],
  ])('of a %o expires when it is idle, and use extends it', async (join, pause, rest) => {
    const { email } = await join(house)
    await house.db.updateTable('profiles').set({ two_factor_enabled: false }).where('email', '=', email).execute()
    const { cookies } = valueFrom(await logIn(house, await somebody(), { email, password: PASSWORD }))
    for (const _ of [1, 2, 3]) {
      house.clock.forward(pause)
      await use(cookies)
    }
    house.clock.forward(rest)
    expect((await house.visitor({ cookies })).signedIn).toBeNull()
  })

  test('of an administrator expires after a week, however much it is used', async () => {
    const { email } = await joinAsAdmin(house)
    await house.db.updateTable('profiles').set({ two_factor_enabled: false }).where('email', '=', email).execute()
    const { cookies } = valueFrom(await logIn(house, await somebody(), { email, password: PASSWORD }))
    for (let halves = 0; halves < 13; halves++) {
      house.clock.forward({ hours: 11, minutes: 55 })
      await use(cookies)
    }
    house.clock.forward({ days: 1 })
    expect((await house.visitor({ cookies })).signedIn).toBeNull()
    const left = await house.db.selectFrom('sessions').select('expires_at').execute()
    expect(left.every(({ expires_at }) => expires_at.getTime() < house.clock.now().getTime() + 366 * 86_400_000)).toBe(
      true,
    )
  })

  test('is recorded as used once an hour, not at every request, and once by three simultaneous ones', async () => {
    const { cookies, signedIn } = await joinAsMember(house)
    const usedAt = async () =>
      (
        await house.db
          .selectFrom('sessions')
          .select('updated_at')
          .where('id', '=', signedIn.sessionId)
          .executeTakeFirstOrThrow()
      ).updated_at
    const begun = await usedAt()
    house.clock.forward({ minutes: 59 })
    await use(cookies)
    expect(await usedAt()).toEqual(begun)
    house.clock.forward({ minutes: 2 })
    const { signedIn: stale } = await enter(house, cookies)
    const now = house.clock.now()
    const useAfter = (ms: number, db: Database = house.db) => prolongSession(db, stale, new Date(now.getTime() + ms))
    // The two that wait for the first one write nothing.
    await behind(
      house.db,
      (first) => useAfter(0, first),
      () => Promise.all([useAfter(1), useAfter(2)]),
    )
    expect(await usedAt()).toEqual(now)
  })

  test('is not extended by a request that read it before its latest use', async () => {
    const { signedIn } = await joinAsMember(house)
    const rests = house.db.selectFrom('sessions').select(['updated_at', 'expires_at'])
    const lasting = rests.where('id', '=', signedIn.sessionId)
    house.clock.forward({ hours: 2 })
    await prolongSession(house.db, signedIn, house.clock.now())
    const used = await lasting.executeTakeFirstOrThrow()
    house.clock.forward({ hours: 2 })
    await prolongSession(house.db, signedIn, house.clock.now())
    expect(await lasting.executeTakeFirstOrThrow()).toEqual(used)
  })

  test('is not found by a forged cookie', async () => {
    const { cookies } = await joinAsMember(house)
    const forged = cookies.map((cookie) => cookie.replace(/(kvartera\.session_token=)./, '$1_'))
    expect((await house.visitor({ cookies: forged })).signedIn).toBeNull()
  })
})

describe('the rate limit of logins', () => {
  test('stops attempts on one account after ten, from any addresses, for a quarter of an hour', async () => {
    const { email } = await joinAsMember(house)
    const guess = async (password: string) => logIn(house, await somebody(), { email, password })
    for (let tries = 0; tries < 10; tries++)
      expect(refusalFrom(await guess('fel')).message).toBe('Fel e-post eller lösenord')
    expect(refusalFrom(await guess(PASSWORD)).message).toContain('för många försök')
    house.clock.forward({ minutes: 16 })
    valueFrom(await guess(PASSWORD))
  })

  test('stops attempts from one address after a hundred, and from no other address', async () => {
    const visitor = await somebody()
    const { email } = await joinAsMember(house)
    // A hundred real guesses would be a hundred slow hashes. Count the tries directly: the test is about the limit
    // being obeyed.
    refusalFrom(await logIn(house, visitor, { email, password: 'fel' }))
    for (let tries = 1; tries < 100; tries++) await mayTry(house, 'log in from an address', visitor.address)
    expect(refusalFrom(await logIn(house, visitor, { email, password: PASSWORD })).message).toContain(
      'för många försök',
    )
    valueFrom(await logIn(house, await somebody(), { email, password: PASSWORD }))
  })

  test('counts each known browser of an account separately', async () => {
    const { email } = await joinAsMember(house)
    const known = async () => valueFrom(await logIn(house, await somebody(), { email, password: PASSWORD })).cookies
    const [mine, yours] = [await known(), await known()]
    const guess = async (cookies: string[], password: string) =>
      logIn(house, await house.visitor({ cookies, address: '198.51.100.254' }), { email, password })
    for (let tries = 0; tries < 10; tries++) refusalFrom(await guess(yours, 'fel'))
    expect(refusalFrom(await guess(yours, PASSWORD)).message).toContain('för många försök')
    valueFrom(await guess(mine, PASSWORD))
  })

  test('is reset by a successful login', async () => {
    const { email } = await joinAsMember(house)
    const guess = async (password: string) => logIn(house, await somebody(), { email, password })
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 6; tries++) refusalFrom(await guess('fel'))
      valueFrom(await guess(PASSWORD))
    }
  })
})
