import { describe, expect, test } from 'vitest'
import type { Outcome } from '~/shared/outcome'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { logIn } from '../login/log-in.server'
import { readSecurity } from '../security/read-security.server'
import { endAllSessions, endOtherSessions, endSession } from './end-sessions.server'

const house = useHouse()
holdWakes(house)

const safariOnPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

async function alsoOnPhone({ email }: Resident): Promise<Resident> {
  const visitor = await house.visitor({ userAgent: safariOnPhone })
  return enter(house, valueFrom(await logIn(house, visitor, { email, password: PASSWORD })).cookies)
}

const isLoggedIn = async ({ cookies }: Resident) => (await house.visitor({ cookies })).signedIn !== null

test('lists the sessions with their devices, this one first', async () => {
  const here = await joinAsMember(house)
  await alsoOnPhone(here)
  const { sessions } = await readSecurity(house, here.signedIn)
  expect(sessions.map(({ device, isThis }) => ({ device, isThis }))).toEqual([
    { device: 'Okänd enhet', isThis: true },
    { device: 'Safari på iPhone', isThis: false },
  ])
})

test('does not list an expired session', async () => {
  const here = await joinAsMember(house)
  house.clock.forward({ days: 60 })
  const phone = await alsoOnPhone(here)
  house.clock.forward({ days: 31 })
  expect((await readSecurity(house, phone.signedIn)).sessions).toHaveLength(1)
})

test('ends one session, and doing so again is idempotent', async () => {
  const here = await joinAsMember(house)
  const phone = await alsoOnPhone(here)
  valueFrom(await endSession(house, here.visitor, here.signedIn, { sessionId: phone.signedIn.sessionId }))
  expect([await isLoggedIn(here), await isLoggedIn(phone)]).toEqual([true, false])
  valueFrom(await endSession(house, here.visitor, here.signedIn, { sessionId: phone.signedIn.sessionId }))
})

test('does not end another person’s session', async () => {
  const other = await joinAsMember(house)
  const { visitor, signedIn } = await joinAsMember(house)
  valueFrom(await endSession(house, visitor, signedIn, { sessionId: other.signedIn.sessionId }))
  expect(await isLoggedIn(other)).toBe(true)
})

test.each(['', 'abc', "' or true --"])('ends nothing for the invalid session id %j', async (sessionId) => {
  const here = await joinAsMember(house)
  valueFrom(await endSession(house, here.visitor, here.signedIn, { sessionId }))
  expect(await isLoggedIn(here)).toBe(true)
})

test('ends the person’s other sessions and nobody else’s', async () => {
  const neighbour = await joinAsMember(house)
  const here = await joinAsMember(house)
  const phone = await alsoOnPhone(here)
  valueFrom(await endOtherSessions(house, here.visitor, here.signedIn, {}))
  expect([await isLoggedIn(here), await isLoggedIn(phone), await isLoggedIn(neighbour)]).toEqual([true, false, true])
})

test('ends all sessions, this one too, and clears its cookie', async () => {
  const here = await joinAsMember(house)
  const phone = await alsoOnPhone(here)
  const { cookies } = valueFrom(await endAllSessions(house, here.visitor, here.signedIn, {}))
  expect([await isLoggedIn(here), await isLoggedIn(phone)]).toEqual([false, false])
  expect((await house.visitor({ cookies: [...here.cookies, ...cookies] })).headers.get('cookie')).toBe('')
})

/** Somebody at the open computer must not be able to log its owner out everywhere else. */
describe('an old login', () => {
  type Ending = (here: Resident, phone: Resident, password: Record<string, string>) => Promise<Outcome<unknown>>
  test.each<[string, Ending]>([
    [
      'one',
      ({ visitor, signedIn }, phone, password) =>
        endSession(house, visitor, signedIn, { sessionId: phone.signedIn.sessionId, ...password }),
    ],
    ['the others', ({ visitor, signedIn }, _, password) => endOtherSessions(house, visitor, signedIn, password)],
    ['all', ({ visitor, signedIn }, _, password) => endAllSessions(house, visitor, signedIn, password)],
  ])('needs the password again to end sessions: %s', async (_, end) => {
    const here = await joinAsMember(house)
    const phone = await alsoOnPhone(here)
    house.clock.forward({ minutes: 16 })
    expect(refusalFrom(await end(here, phone, {})).fields).toEqual({ password: 'Skriv ditt lösenord igen' })
    expect(refusalFrom(await end(here, phone, { password: 'gullviva62' })).fields).toHaveProperty('password')
    expect([await isLoggedIn(here), await isLoggedIn(phone)]).toEqual([true, true])
    valueFrom(await end(here, phone, { password: PASSWORD }))
    expect(await isLoggedIn(phone)).toBe(false)
  })
})
