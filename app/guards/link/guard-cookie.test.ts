import { expect, test } from 'vitest'
import { openKeys } from '~/platform/keys.server'
import { forgetSecret, hashOfSecret, keepSecret, markVisit, newLinkSecret, secretIn } from './guard-cookie.server'

const house = { keys: openKeys(['a secret that is long enough to sign with']) }
const stranger = { keys: openKeys(['another secret, of somebody who guesses it']) }
/** The request headers with which the browser returns a cookie. */
const sentBack = (cookie: string) => new Headers({ cookie: cookie.split(';')[0] ?? '' })
const day = 24 * 60 * 60

test('the guard’s key is stored in an HttpOnly cookie for a year and read back', async () => {
  const cookie = await keepSecret(house, 'the key')
  expect(cookie).toContain(`Max-Age=${365 * day};`)
  expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/)
  expect(await secretIn(house, sentBack(cookie))).toBe('the key')
  expect(await forgetSecret()).toContain('Max-Age=0;')
})

test('ignores a cookie with a wrong signature, and accepts one signed with the previous secret', async () => {
  const [ours, theirs] = [await keepSecret(house, 'the key'), await keepSecret(stranger, 'the key')]
  expect(await secretIn(house, sentBack(theirs))).toBeNull()
  expect(await secretIn(house, new Headers())).toBeNull()
  expect(await secretIn(house, new Headers({ cookie: 'vakt=rubbish' }))).toBeNull()
  // After a rotation of the secret, cookies signed with the previous one are still valid.
  const renewed = {
    keys: openKeys(['a newer secret that is long enough', 'a secret that is long enough to sign with']),
  }
  expect(await secretIn(renewed, sentBack(ours))).toBe('the key')
})

test('a browser that opens a link gets a 256-bit mark for a day, and keeps it', async () => {
  const look = (cookie: string) => markVisit(new Request('https://kvartera.example/vakt', { headers: { cookie } }))
  const first = await look('')
  expect(Buffer.from(first.mark, 'base64url')).toHaveLength(32)
  expect(first.cookies).toEqual([expect.stringContaining(`Max-Age=${day};`)])
  const again = await look(first.cookies[0]?.split(';')[0] ?? '')
  expect(again).toEqual({ mark: first.mark, cookies: [] })
})

test('a link’s secret is 256 random bits, of which only the hash is stored', () => {
  const [one, other] = [newLinkSecret(), newLinkSecret()]
  expect(Buffer.from(one.secret, 'base64url')).toHaveLength(32)
  expect(other.secret).not.toBe(one.secret)
  expect(one.hash).toBe(hashOfSecret(one.secret))
  expect(one.hash).toMatch(/^[0-9a-f]{64}$/)
})
