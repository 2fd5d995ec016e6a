import { expect, test } from 'vitest'
import type { Role } from '~/shared/role'
import { asksForSecondStep } from './second-step'

test.each<[Role, { hasApp: boolean; passkeys: number; asked: boolean }, boolean]>([
  ['member', { hasApp: false, passkeys: 0, asked: false }, false],
  ['member', { hasApp: true, passkeys: 0, asked: false }, true],
  // Passkeys are an alternative to the password until the person makes them the second factor.
  ['member', { hasApp: false, passkeys: 2, asked: false }, false],
  ['company', { hasApp: false, passkeys: 1, asked: true }, true],
  // The chosen second factor no longer exists: nobody is asked for a factor they do not have.
  ['company', { hasApp: false, passkeys: 0, asked: true }, false],
  ['admin', { hasApp: false, passkeys: 0, asked: true }, false],
  ['admin', { hasApp: false, passkeys: 1, asked: false }, true],
  ['admin', { hasApp: true, passkeys: 1, asked: false }, true],
])('whether a %s with %o is asked for a second step: %s', (role, has, expected) => {
  expect(asksForSecondStep({ role, ...has })).toBe(expected)
})
