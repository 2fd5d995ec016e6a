import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { keepSecret, newLinkSecret } from '~/guards/link/guard-cookie.server'
import { knownKey } from '~/platform/known-key.server'
import { cookieHeader, useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { newestFirstOfEach, turns } from './newest-first'
import { senderOf } from './sender'
import type { Sender } from './take-in'

const house = useHouse()
const secret = 'wh-only-for-tests-4bT9qLx2'

async function senderAt(path: string, headers: Record<string, string> = {}, address = '192.0.2.1') {
  let found: Sender | undefined
  const app = new Hono()
  app.all('*', async (c) => {
    found = await senderOf({ ...house, webhookKey: knownKey([secret]) }, c, address)
    return c.body(null)
  })
  await app.request(path, { headers })
  return found as Sender
}

test('a stranger is identified by IPv4 address or IPv6 /64, and may have 64 unfinished requests', async () => {
  const at = (address: string) => senderAt('/auth', {}, address)
  expect(await at('192.0.2.1')).toEqual({ name: 'address 192.0.2.1', isKnown: false, mostUnfinished: 64 })
  expect((await at('2001:db8:1:2::1')).name).toBe((await at('2001:db8:1:2:ffff::9')).name)
  expect((await at('2001:db8:1:2::1')).name).not.toBe((await at('2001:db8:1:3::1')).name)
})

test('a session or a guard’s key identifies its sender whatever the address, with 8 unfinished requests', async () => {
  const [one, other] = [await joinAsMember(house), await joinAsMember(house)]
  const by = (cookies: string[], address?: string) => senderAt('/auth', { cookie: cookieHeader(cookies) }, address)
  const own = await by(one.cookies)
  expect(own).toMatchObject({ isKnown: true, mostUnfinished: 8 })
  expect(await by(one.cookies, '198.51.100.7')).toEqual(own)
  expect((await by(other.cookies)).name).not.toBe(own.name)

  const key = newLinkSecret().secret
  const guard = await by([await keepSecret(house, key)])
  expect(guard).toMatchObject({ isKnown: true, mostUnfinished: 8 })
  expect(guard.name).not.toContain(key)
})

test('an invalid session or guard cookie counts as a stranger', async () => {
  for (const cookie of ['vakt=gissad', 'kvartera.session_token=gissad.abc', 'vakt=eyJhIjoxfQ%3D%3D']) {
    expect(await senderAt('/auth', { cookie }), cookie).toMatchObject({ isKnown: false, mostUnfinished: 64 })
  }
  expect(await senderAt('/larm/Q0x9Zr3Tq1Lk7VnB2cWd5e')).toMatchObject({ isKnown: false })
})

test('SMS replies with the webhook key come from one known sender with 500 requests, and without it from a stranger', async () => {
  const at = (key: string) => senderAt(`/webhooks/sms/reply?key=${key}`)
  expect(await at(secret)).toEqual({ name: 'provider', isKnown: true, mostUnfinished: 500 })
  expect(await at('wrong')).toMatchObject({ isKnown: false, mostUnfinished: 64 })
})

test('sets the places and queues for alarms, for other requests and for each sender', () => {
  expect(turns).toEqual({
    alarm: { places: 24, mostWaiting: 2_000, patienceMs: 3_000 },
    other: { places: 64, mostWaiting: 2_000, patienceMs: 3_000 },
    own: { places: 4, mostWaiting: 50, patienceMs: 3_000 },
  })
})

test('one sender has 4 requests at a time, and one more than 50 waiting gets the oldest a 503', async () => {
  const inside: (() => void)[] = []
  const app = new Hono()
  app.use(newestFirstOfEach(turns.own, (c) => c.req.query('from') ?? null))
  app.get('/', async (c) => {
    await new Promise<void>((letGo) => inside.push(letGo))
    return c.text('answered')
  })
  const ask = (from: string) => app.request(`/?from=${from}`)
  const own = Array.from({ length: 54 }, () => ask('one'))
  await expect.poll(() => inside.length).toBe(4)
  const other = ask('other')
  await expect.poll(() => inside.length).toBe(5)

  const tooMany = ask('one')
  expect((await (own[4] as Promise<Response>)).status).toBe(503)
  const letAllGo = setInterval(() => {
    for (const letGo of inside.splice(0)) letGo()
  }, 1)
  const answers = await Promise.all([...own, other, tooMany])
  clearInterval(letAllGo)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(55)
})
