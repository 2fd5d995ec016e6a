import { expect, test } from 'vitest'
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
