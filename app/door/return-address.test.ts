import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loginAddress, returnAddress } from './return-address'

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
  ['/logout', '/dashboard'],
  ['/dashboard/../logout?x#y', '/dashboard'],
  ['/dashboard/notices/unread', '/dashboard'],
  ['/session', '/dashboard'],
  ['/api', '/api'],
  ['/sessioner', '/sessioner'],
  ['/dashboard/account/export', '/dashboard/account/export'],
])('%j returns to %s', (given, expected) => {
  expect(returnAddress(given)).toBe(expected)
})

test('never leads to another origin, for any input (open redirect)', () => {
  fc.assert(
    fc.property(fc.string(), (given) => {
      expect(new URL(returnAddress(given), 'https://kvartera.test').origin).toBe('https://kvartera.test')
    }),
  )
})

test.each([
  [['/dashboard'], '/auth'],
  [['/dashboard', 'utloggad'], '/auth?redirectTo=%2Fdashboard&varfor=utloggad'],
  [['/dashboard/customer?sida=2'], '/auth?redirectTo=%2Fdashboard%2Fcustomer%3Fsida%3D2'],
  [['/dashboard/customer', 'osparat'], '/auth?redirectTo=%2Fdashboard%2Fcustomer&varfor=osparat'],
] as const)('the login address for %j is %s', ([from, why], expected) => {
  expect(loginAddress(from, why)).toBe(expected)
})
