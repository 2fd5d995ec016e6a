import { expect, test } from 'vitest'
import { makeRecoveryCodes, plainRecoveryCode } from './recovery-code.server'

test('makes ten different codes without ambiguous characters', () => {
  const codes = makeRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
})

test.each(['k7m2p-x9rtw', 'K7M2P-X9RTW', 'k7m2px9rtw', ' k7m2p x9rtw ', 'k7m2p–x9rtw'])(
  'reads %j as the same code',
  (typed) => {
    expect(plainRecoveryCode(typed)).toBe('k7m2p-x9rtw')
  },
)
