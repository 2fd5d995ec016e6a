import { expect, test } from 'vitest'
import { ownCookie } from './cookie.server'
import { cookieIn } from './cookie-in'
import { cookieOutwards, cookiesInwards } from './host-cookies'

test.each([
  ['__Host-vakt=abc; __Host-notice=x', 'vakt=abc; notice=x'],
  ['vakt=forged; __Host-vakt=abc', 'vakt=abc'],
  ['__Secure-kvartera.session_token=x', ''],
  ['sidebar=collapsed; other=1', ''],
  ['__Host-sidebar=collapsed', 'sidebar=collapsed'],
  ['', ''],
])('%s comes in as %s', (given, expected) => {
  expect(cookiesInwards(given)).toBe(expected)
})

test.each([
  [
    'vakt=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    '__Host-vakt=abc; Path=/; Secure; Max-Age=60; HttpOnly; SameSite=Lax',
  ],
  ['a=b; Domain=kvartera.example; Path=/auth; Secure', '__Host-a=b; Path=/; Secure'],
])('%s goes out as %s', (line, expected) => {
  expect(cookieOutwards(line)).toBe(expected)
})

test.each([
  ['own=1', '1'],
  ['other=2; own=1', '1'],
  ['own=first; own=second', 'first'],
  ['  own = 1 ', '1'],
  ['own=a%20b', 'a b'],
  ['own=a=b', 'a=b'],
  ['own=%E0%A4%A', null],
  ['known=1; ow=2', null],
  ['own', null],
  ['', null],
])('of %j the cookie is %j', (cookie, value) => {
  expect(cookieIn(new Headers({ cookie }), 'own')).toBe(value)
})

test('without cookies there is none', () => {
  expect(cookieIn(new Headers(), 'own')).toBeNull()
})

test('a cookie of ours is read by no script, and sent along with no other site’s form', async () => {
  const written = await ownCookie('own', { maxAge: 60, secure: true }).serialize('x')
  const [, ...said] = written.split('; ')
  expect(said.sort()).toEqual(['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Lax', 'Secure'])
})
