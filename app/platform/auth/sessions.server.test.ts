import { expect, test } from 'vitest'
import { testSecret, useHouse } from '../../../test/support/house'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { silentLog } from '../log.server'
import { openBetterAuth } from './auth.server'
import { authSecrets } from './auth-secrets.server'
import { openAuth } from './open-auth.server'

/** Who asks is read by a statement of ours, and is whom the auth library would name. */
const house = useHouse()

const headersOf = async (cookies: string[]) => (await house.visitor({ cookies })).headers
const withCookie = (cookie: string) => new Headers({ cookie })
const current = (headers: Headers) => house.auth.sessions.current(headers)

test.each([joinAsMember, joinAsAdmin])('somebody who is logged in is whom the library names', async (join) => {
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

test('a session is over when its time is, and when its person is blocked', async () => {
  const { cookies, signedIn } = await joinAsMember(house)
  const headers = await headersOf(cookies)
  const { sessionId, person } = signedIn
  const ends = (expires_at: Date) => house.db.updateTable('sessions').set({ expires_at }).where('id', '=', sessionId)
  const now = house.clock.now().getTime()
  await ends(new Date(now - 1)).execute()
  expect(await current(headers)).toBeNull()
  await ends(new Date(now + 60_000)).execute()
  expect(await current(headers)).toMatchObject({ sessionId })
  const blocks = (blocked_at: Date | null) =>
    house.db
      .updateTable('profiles')
      .set({ blocked_at, blocked_reason: blocked_at && 'Prov' })
      .where('id', '=', person.id)
      .execute()
  await blocks(new Date())
  expect(await current(headers)).toBeNull()
  await blocks(null)
  await house.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  expect(await current(headers)).toBeNull()
})

test('only a cookie of this very name counts, with a signature of ours, and the first of several', async () => {
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
  // Over https the name is another one, and this one is nobody's.
  const config = { ...house.config, origin: 'https://kvartera.test' }
  const { sessions } = openAuth(config, [testSecret], house.db, silentLog)
  expect(await sessions.current(withCookie(own))).toBeNull()
  expect(await sessions.current(withCookie(`__Secure-${own}`))).toMatchObject({ person: { id: owner } })
})
