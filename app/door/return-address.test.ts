import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnAddress } from './return-address'

test.each([
  ['/dashboard/customer/safety', '/dashboard/customer/safety'],
  ['/sponsor/apply?month=2026-12#steg', '/sponsor/apply?month=2026-12#steg'],
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['//evil.test', '/dashboard'],
  ['///evil.test', '/dashboard'],
  ['/\\evil.test', '/dashboard'],
  ['/\t/evil.test', '/dashboard'],
  ['https://evil.test/', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/.//evil.test', '/dashboard'],
  ['/auth?redirectTo=/auth', '/dashboard'],
])('%j leads to %s', (given, expected) => {
  expect(returnAddress(given)).toBe(expected)
})

test('whatever is given, a browser stays at home', () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      expect(new URL(returnAddress(given), 'https://kvartera.test').origin).toBe('https://kvartera.test')
    }),
  )
})
