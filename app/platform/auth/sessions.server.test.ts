import { APIError } from 'better-auth/api'
import { expect, onTestFinished, test } from 'vitest'
import { testSecret, useHouse } from '../../../test/support/house'
import { block, joinAsAdmin, joinAsMember, PASSWORD } from '../../../test/support/people'
import { openDatabase, openPool } from '../database/database.server'
import { isDatabaseFault } from '../database/errors.server'
import { silentLog } from '../log.server'
import type { SecurityEvent } from '../security-log.server'
import { openBetterAuth } from './auth.server'
import { authSecrets } from './auth-secrets.server'
import { openAuth } from './open-auth.server'
import { openSessions } from './sessions.server'

/** The session look-up is our own statement and must name the same person as the auth library. */
const house = useHouse()

const headersOf = async (cookies: string[]) => (await house.visitor({ cookies })).headers
const withCookie = (cookie: string) => new Headers({ cookie })
const current = (headers: Headers) => house.auth.sessions.current(headers)

test.each([joinAsMember, joinAsAdmin])('reads the same session and person as the auth library', async (join) => {
  const headers = await headersOf((await join(house)).cookies)
  const { api } = openBetterAuth(house.config, authSecrets([testSecret]), house.db, silentLog)
  const named = await api.getSession({ headers })
  if (!named) throw new Error('The library names nobody')
  const { session, user } = named
  expect(await current(headers)).toEqual({
    sessionId: session.id,
    startedAt: session.createdAt,
    usedAt: session.updatedAt,
    confirmedAt: session.confirmedAt ?? null,
    address: '192.0.2.1',
    person: {
      id: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerified,
      phone: user.phone,
      postcode: user.postcode,
      role: user.userRole,
      memberStatus: user.memberStatus,
      twoFactorEnabled: user.twoFactorEnabled,
    },
  })
})

test('a session ends when it expires or is deleted, and when its person is blocked', async () => {
  const { cookies, signedIn } = await joinAsMember(house)
  const headers = await headersOf(cookies)
  const { sessionId } = signedIn
  const ends = (expires_at: Date) => house.db.updateTable('sessions').set({ expires_at }).where('id', '=', sessionId)
  const now = house.clock.now().getTime()
  await ends(new Date(now - 1)).execute()
  expect(await current(headers)).toBeNull()
  await ends(new Date(now + 60_000)).execute()
  expect(await current(headers)).toMatchObject({ sessionId })
  await block(house, { signedIn }, new Date())
  expect(await current(headers)).toBeNull()
  await block(house, { signedIn }, null)
  await house.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  expect(await current(headers)).toBeNull()
})

test('accepts only the first cookie of the exact name with a valid signature', async () => {
  const headers = await headersOf((await joinAsMember(house)).cookies)
  const other = await headersOf((await joinAsMember(house)).cookies)
  const cookieOf = (given: Headers) => /kvartera\.session_token=[^;]+/.exec(given.get('cookie') ?? '')?.[0] ?? ''
  const [own, foreign] = [cookieOf(headers), cookieOf(other)]
  const id = async (cookie: string) => (await current(withCookie(cookie)))?.person.id ?? null
  const owner = await id(own)
  expect(owner).toBeTruthy()
  for (const cookie of [
    `x${own}`,
    `__Secure-${own}`,
    own.replace(/=./, '=!'),
    `${own.slice(0, -6)}`,
    'kvartera.session_token=',
  ]) {
    expect([cookie, await id(cookie)]).toEqual([cookie, null])
  }
  expect(await id(`x${foreign}; ${own}; ${foreign}`)).toBe(owner)
  // Over https the cookie has another name (`__Secure-`), so this one is ignored.
  const config = { ...house.config, origin: 'https://kvartera.test' }
  const { sessions } = openAuth(config, [testSecret], house.db, silentLog)
  expect(await sessions.current(withCookie(own))).toBeNull()
  expect(await sessions.current(withCookie(`__Secure-${own}`))).toMatchObject({ person: { id: owner } })
})

test('a new session lasts as long as its person’s role allows', async () => {
  const [member, admin] = [await joinAsMember(house), await joinAsAdmin(house)]
  const hoursOf = async (personId: string) => {
    const begun = await house.auth.sessions.begin((await house.visitor()).headers, personId)
    const { created_at, expires_at } = await house.db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at'])
      .where('id', '=', begun?.sessionId ?? '')
      .executeTakeFirstOrThrow()
    return Math.round((expires_at.getTime() - created_at.getTime()) / 3_600_000)
  }
  expect([await hoursOf(member.signedIn.person.id), await hoursOf(admin.signedIn.person.id)]).toEqual([90 * 24, 12])
})

test('accepts a cookie that an older secret signed, and re-signs it with the newest', async () => {
  const { cookies, signedIn } = await joinAsMember(house)
  const headers = await headersOf(cookies)
  const before = headers.get('cookie')
  const present = 'the-present-one-Zp3Vb6Nm1Gh5Jk'
  const { sessions } = openAuth(house.config, [present, testSecret], house.db, silentLog)
  expect(await sessions.current(headers)).toMatchObject({ sessionId: signedIn.sessionId })
  expect(headers.get('cookie')).not.toBe(before)
  const { sessions: later } = openAuth(house.config, [present], house.db, silentLog)
  expect(await later.current(headers)).toMatchObject({ sessionId: signedIn.sessionId })
  expect(await later.current(await headersOf(cookies))).toBeNull()
})

test('logs a login by passkey as a security event, and nothing when no session begins', async () => {
  const { signedIn } = await joinAsMember(house)
  const heard: SecurityEvent[] = []
  const log = Object.assign(Object.create(silentLog), { security: (event: SecurityEvent) => heard.push(event) })
  const { sessions } = openAuth(house.config, [testSecret], house.db, log)
  const { headers } = await house.visitor()
  expect(await sessions.begin(headers, '0190a000-0000-7000-8000-000000000000')).toBeNull()
  expect(heard).toEqual([])
  await sessions.begin(headers, signedIn.person.id)
  expect(heard).toEqual([{ kind: 'login', actorId: signedIn.person.id, what: 'passkey' }])
})

test('throws a database fault, not a wrong password, when the database is away', async () => {
  const { email } = await joinAsMember(house)
  const db = openDatabase(openPool({ host: '127.0.0.1', port: 1, max: 1 }, silentLog))
  onTestFinished(() => db.destroy())
  const { sessions } = openAuth(house.config, [testSecret], db, silentLog)
  const fault = await sessions.signIn((await house.visitor()).headers, email, PASSWORD).catch((error: unknown) => error)
  expect(isDatabaseFault(fault)).toBe(true)
})

test('an error of the auth library is never a wrong password; a hidden one counts as a database fault', async () => {
  const heard: SecurityEvent[] = []
  const log = { security: (event: SecurityEvent) => void heard.push(event) }
  const secrets = authSecrets([testSecret])
  const better = openBetterAuth(house.config, secrets, house.db, silentLog)
  /** The result of a login when the library fails with the given error. */
  const endsIn = (fault: Error) => {
    const api = { ...better.api, signInEmail: () => Promise.reject(fault) }
    const auth = { ...better, api } as unknown as typeof better
    const sessions = openSessions(auth, secrets, { db: house.db, log, cookieName: 'kvartera.session_token' })
    return sessions.signIn(new Headers(), 'nina@exempel.se', PASSWORD).catch((error: unknown) => error)
  }
  const hidden = new APIError('INTERNAL_SERVER_ERROR')
  const told = await endsIn(hidden)
  expect([isDatabaseFault(told), (told as Error).cause]).toEqual([true, hidden])
  // An error that is not the library's own (APIError) is passed on unchanged.
  const own = new Error('ours')
  expect(await endsIn(own)).toBe(own)
  expect(heard).toEqual([])
  expect(await endsIn(new APIError('UNAUTHORIZED'))).toEqual({ kind: 'wrong' })
  expect(heard).toEqual([{ kind: 'login failed', what: 'password' }])
})
