import { expect, test } from 'vitest'
import { ownCookie } from './cookie.server'
import { cookieIn } from './cookie-in'
import { cookieOutwards, cookiesInwards } from './host-cookies'
import { leaveWithNotice, redirectWithNotice, takeNotice } from './notice.server'

test.each([
  ['__Host-vakt=abc; __Host-notice=x', 'vakt=abc; notice=x'],
  ['vakt=forged; __Host-vakt=abc', 'vakt=abc'],
  ['__Secure-kvartera.session_token=x', ''],
  ['sidebar=collapsed; other=1', ''],
  ['__Host-sidebar=collapsed', 'sidebar=collapsed'],
  ['', ''],
])('reads the incoming cookies %s as %s', (given, expected) => {
  expect(cookiesInwards(given)).toBe(expected)
})

test.each([
  [
    'vakt=abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    '__Host-vakt=abc; Path=/; Secure; Max-Age=60; HttpOnly; SameSite=Lax',
  ],
  ['a=b; Domain=kvartera.example; Path=/auth; Secure', '__Host-a=b; Path=/; Secure'],
])('sends the cookie %s as %s', (line, expected) => {
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
])('reads the cookie of %j as %j', (cookie, value) => {
  expect(cookieIn(new Headers({ cookie }), 'own')).toBe(value)
})

test('reads null when there is no cookie header', () => {
  expect(cookieIn(new Headers(), 'own')).toBeNull()
})

test('our cookies are HttpOnly, SameSite=Lax and Secure', async () => {
  const written = await ownCookie('own', { maxAge: 60, secure: true }).serialize('x')
  const [, ...said] = written.split('; ')
  expect(said.sort()).toEqual(['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Lax', 'Secure'])
})

const noticeOf = async (response: Response) => {
  const cookie = response.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
  return takeNotice(new Request('https://kvartera.test/', { headers: { cookie } }))
}

test('a notice lasts a minute, is read once on the next page, and can clear the cache', async () => {
  const notice = { tone: 'normal', title: 'Sparat', message: 'Grannarna ser det nu.' } as const
  const response = await redirectWithNotice('/dashboard', notice, ['own=1'])
  expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard'])
  const [other, written] = response.headers.getSetCookie()
  expect(other).toBe('own=1')
  expect(written).toMatch(/^notice=[^;]+; Max-Age=60;/)
  const taken = await noticeOf(response)
  expect(taken).toEqual({ notice, cookie: expect.stringMatching(/^notice=[^;]*; Max-Age=0;/) })
  const gone = await leaveWithNotice('/', notice)
  expect(gone.headers.get('clear-site-data')).toBe('"cache"')
  expect((await noticeOf(gone))?.notice).toEqual(notice)
})

test('ignores a notice that is too long, invalid or missing', async () => {
  const given = (title: string, message: string) => redirectWithNotice('/', { tone: 'destructive', title, message })
  expect(await noticeOf(await given('x'.repeat(200), 'y'.repeat(500)))).not.toBeNull()
  expect(await noticeOf(await given('x'.repeat(201), ''))).toBeNull()
  expect(await noticeOf(await given('x', 'y'.repeat(501)))).toBeNull()
  expect(await takeNotice(new Request('https://kvartera.test/', { headers: { cookie: 'notice=x' } }))).toBeNull()
  expect(await takeNotice(new Request('https://kvartera.test/'))).toBeNull()
})
