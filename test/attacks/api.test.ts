import { createHmac } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateRole } from '~/accounts/account-store.server'
import { loader as me, action as postMe } from '~/accounts/api/pages/api-me'
import { action as askForToken, loader as getToken } from '~/accounts/api/pages/token'
import { endSession } from '~/accounts/sessions/end-sessions.server'
import { loader as alarms } from '~/alarms/partner/pages/api-alarms'
import { confirmBooking } from '~/bookings/change/answer-request.server'
import { loader as bookings } from '~/bookings/diaries/pages/api-bookings'
import { requestBooking } from '~/bookings/public.server'
import { openAuth } from '~/platform/auth/open-auth.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { silentLog } from '~/platform/log.server'
import { openNeighbourhood, press } from '../support/alarms'
import { bookingValues, joinNear, openShop, setClock } from '../support/bookings'
import { testSecret, useHouse } from '../support/house'
import { valueFrom } from '../support/outcome'
import { block, joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../support/people'

/** The program API: what an access token gives access to, what not, and when it ends. */

const house = useHouse()
const doors = { me, bookings, alarms }

let address = ''
let asked = 0
beforeEach(() => {
  address = `203.0.113.${++asked % 250}`
})

async function knock(
  door: (args: never) => unknown,
  { path = '/api/me', method = 'GET', headers = {} as Record<string, string>, cookies = [] as string[] } = {},
): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(houseContext, house)
  const visitor = await house.visitor({ cookies, address })
  context.set(visitorContext, visitor)
  const request = new Request(`http://kvartera.test${path}`, {
    method,
    headers: { ...headers, cookie: visitor.headers.get('cookie') ?? '' },
  })
  const answer = await door({ request, context, params: {} } as never)
  if (answer instanceof Response) return answer
  const { data, init } = answer as { data: unknown; init: ResponseInit | null }
  return Response.json(data, init ?? {})
}

async function tokenOf({ cookies }: Resident): Promise<string> {
  const answer = await knock(askForToken, { path: '/api/token', method: 'POST', cookies })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { token: string }).token
}

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

async function expectProblem(answer: Response, status: number) {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toMatchObject({ type: 'about:blank', status })
}

describe('an access token', () => {
  test('identifies its owner for ten minutes', async () => {
    const person = await joinAsMember(house)
    const token = await tokenOf(person)
    const answer = await knock(me, withToken(token))
    expect(await answer.json()).toMatchObject({ email: person.email, role: 'member' })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    house.clock.forward({ minutes: 11 })
    await expectProblem(await knock(me, withToken(token)), 401)
  })

  test.each<[string, (person: Resident) => Promise<unknown>]>([
    ['is logged out', ({ visitor }) => house.auth.sessions.signOut(visitor.headers)],
    [
      'ends the session that made it',
      ({ visitor, signedIn }) => endSession(house, visitor, signedIn, { sessionId: signedIn.sessionId }),
    ],
    ['is blocked', (person) => block(house, person, house.clock.now())],
    ['gets another role', ({ signedIn }) => updateRole(house.db, signedIn.person.id, 'company', house.clock.now())],
    ['is deleted', ({ signedIn }) => house.db.deleteFrom('profiles').where('id', '=', signedIn.person.id).execute()],
  ])('is invalid as soon as its owner %s', async (_, happens) => {
    const person = await joinAsMember(house)
    const token = await tokenOf(person)
    expect((await knock(me, withToken(token))).status).toBe(200)
    await happens(person)
    for (const door of Object.values(doors)) await expectProblem(await knock(door, withToken(token)), 401)
  })

  test('is given only to somebody who is logged in, and only by POST', async () => {
    await expectProblem(await knock(askForToken, { path: '/api/token', method: 'POST' }), 401)
    const wrong = await knock(getToken, { path: '/api/token' })
    expect(wrong.headers.get('allow')).toBe('POST')
    await expectProblem(wrong, 405)
  })

  test('is refused when it is forged, altered or signed with another key', async () => {
    const person = await joinAsMember(house)
    const token = await tokenOf(person)
    const [head = '', body = '', signature = ''] = token.split('.')
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'role', 'sid', 'sub'])
    const admin = text({ ...claims, role: 'admin' })
    const keys = JSON.stringify(await house.auth.tokens.publicKeys())
    const hmac = `${text({ alg: 'HS256', kid })}.${body}`
    const forged = [
      '',
      'x',
      'a.b.c',
      `${head}.${body}.`,
      `${head}.${admin}.${signature}`,
      `${text({ alg: 'none', kid })}.${body}.`,
      `${text({ alg: 'none', kid })}.${body}.AA`,
      `${hmac}.${createHmac('sha256', keys).update(hmac).digest('base64url')}`,
      `${text({ alg: 'EdDSA', kid: 'x' })}.${body}.${signature}`,
      // Changes the first character: the last one of base64url has unused bits.
      `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'A'.repeat(100_000),
    ]
    for (const one of forged) await expectProblem(await knock(me, withToken(one)), 401)
  })

  test('is refused when the same keys signed it for another origin', async () => {
    const person = await joinAsMember(house)
    const elsewhere = { ...house.config, origin: 'http://other.test' }
    const auth = openAuth(elsewhere, [testSecret], house.db, silentLog)
    const token = await auth.tokens.accessToken(person.visitor.headers)
    expect(await auth.tokens.read(token ?? '')).toMatchObject({ personId: person.signedIn.person.id })
    await expectProblem(await knock(me, withToken(token ?? '')), 401)
  })
})

describe('the endpoints', () => {
  test('accept no session cookie', async () => {
    const { cookies } = await joinAsMember(house)
    for (const door of Object.values(doors)) await expectProblem(await knock(door, { cookies }), 401)
  })

  test("answer for the token's owner when somebody else's cookie is sent too", async () => {
    const [one, other] = [await joinAsMember(house), await joinAsMember(house)]
    const answer = await knock(me, { ...withToken(await tokenOf(one)), cookies: other.cookies })
    expect(await answer.json()).toMatchObject({ email: one.email })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuse %s with 405', async (method) => {
    const token = await tokenOf(await joinAsMember(house))
    const answer = await knock(method === 'OPTIONS' ? me : postMe, { ...withToken(token), method })
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    await expectProblem(answer, 405)
  })

  test('refuse other roles with 403', async () => {
    await expectProblem(await knock(alarms, withToken(await tokenOf(await joinAsCompany(house)))), 403)
    const admin = await tokenOf(await joinAsAdmin(house))
    for (const door of [alarms, bookings]) await expectProblem(await knock(door, withToken(admin)), 403)
  })

  test('show a member only their own alarms, without the message', async () => {
    const { member } = await openNeighbourhood(house)
    const stranger = await joinAsMember(house)
    const { alarmId } = await press(house, member)
    const answer = await knock(alarms, withToken(await tokenOf(member)))
    const shown = (await answer.json()) as { alarms: Record<string, unknown>[] }
    expect(shown.alarms).toMatchObject([{ id: alarmId, state: 'new', isTest: false }])
    expect(Object.keys(shown.alarms[0] ?? {})).not.toContain('message')
    const theirs = await knock(alarms, withToken(await tokenOf(stranger)))
    expect(await theirs.json()).toEqual({ alarms: [], next: null })
  })

  test('show a booking to both of its sides and to nobody else', async () => {
    setClock('2027-01-29T09:00:00Z')
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const values = bookingValues(shop.serviceId, '2027-02-10', '10:00')
    const { id } = valueFrom(await requestBooking(house, member.signedIn, values))
    const listFor = async (person: Resident, path = '/api/bookings') =>
      (await knock(bookings, { path, ...withToken(await tokenOf(person)) })).json()
    const facts = { id, status: 'pending', title: 'Hemstäd', startsAt: '2027-02-10T09:00:00.000Z' }
    expect(await listFor(member)).toMatchObject({
      bookings: [{ ...facts, company: { id: shop.companyId } }],
      next: null,
    })
    expect(await listFor(shop.owner)).toMatchObject({ bookings: [{ ...facts, customer: { name: 'Eva Lind' } }] })
    // A neighbour, another company, and ids in the query.
    const others = [await joinNear(house, shop), (await openShop(house)).owner]
    for (const other of others) {
      for (const path of ['/api/bookings', `/api/bookings?customerId=${member.signedIn.person.id}&id=${id}`])
        expect(await listFor(other, path)).toEqual({ bookings: [], next: null })
    }
  })

  test("say when a booking's company is blocked and cannot answer", async () => {
    setClock('2027-01-29T09:00:00Z')
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const { id } = valueFrom(
      await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, '2027-02-10', '10:00')),
    )
    valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
    const read = async (person = member) => {
      const { bookings: shown } = await (await knock(bookings, withToken(await tokenOf(person)))).json()
      return shown.map(({ status, companyCannotAnswer }: Record<string, unknown>) => ({ status, companyCannotAnswer }))
    }
    const confirmed = { status: 'confirmed', companyCannotAnswer: false }
    expect([await read(), await read(shop.owner)]).toEqual([[confirmed], [confirmed]])
    await block(house, shop.owner, house.clock.now())
    expect(await read()).toEqual([{ ...confirmed, companyCannotAnswer: true }])
    await block(house, shop.owner, null)
    expect(await read()).toEqual([confirmed])
  })

  test('limit one person to 600 requests in a quarter of an hour, and one address to 1200', async () => {
    const person = await joinAsMember(house)
    const token = withToken(await tokenOf(person))
    expect((await knock(me, token)).status).toBe(200)
    await house.db.updateTable('attempts').set({ count: 600 }).execute()
    address = '203.0.113.251'
    expect((await knock(me, token)).headers.get('retry-after')).toBe('900')
    await house.db.updateTable('attempts').set({ count: 1_200 }).execute()
    await expectProblem(await knock(me), 429)
  })
})
