import { expect, test } from 'vitest'
import { concerns } from './bulk'

const siv = { id: 'siv', role: 'member', emailVerified: false }

test.each([
  ['sign out', siv, true],
  ['sign out', { ...siv, id: 'me' }, false],
  ['give months', siv, true],
  ['give months', { ...siv, role: 'company' }, false],
  ['send verification', siv, true],
  ['send verification', { ...siv, emailVerified: true }, false],
] as const)('whether %s applies to %j: %s', (deed, person, concerned) => {
  expect(concerns(deed, person, 'me')).toBe(concerned)
})
