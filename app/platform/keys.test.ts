import { expect, test } from 'vitest'
import { deriveKey, openKeys } from './keys.server'
import { knownKey } from './known-key.server'

const [old, present] = ['an-older-one-9dK2fLq7RtY4uXw8', 'the-present-one-Zp3Vb6Nm1Gh5Jk']
const before = openKeys([old])
const during = openKeys([present, old])
const after = openKeys([present])

test('a key is valid for one purpose only', () => {
  expect(during.sign('alarm link', 'x')).not.toEqual(during.sign('calendar link', 'x'))
  expect(during.open('phone code', during.seal('alarm link', 'x'))).toBeNull()
})

test('during rotation the newest secret signs and the older still verifies; afterwards it does not', () => {
  const signed = before.sign('alarm link', 'x')
  expect(during.sign('alarm link', 'x')).toEqual(after.sign('alarm link', 'x'))
  expect(during.signs('alarm link', 'x')).toContainEqual(signed)
  expect(after.signs('alarm link', 'x')).not.toContainEqual(signed)
})

test('decrypts what was sealed, also by an older secret; the ciphertext differs each time', () => {
  const words = 'Kod 481 516 🏡'
  expect(during.open('alarm link', before.seal('alarm link', words))).toBe(words)
  expect(after.open('alarm link', before.seal('alarm link', words))).toBeNull()
  expect(after.seal('alarm link', words)).not.toBe(after.seal('alarm link', words))
})

test('sealAnew() re-encrypts only what an older secret sealed for the same purpose', () => {
  const anew = during.sealAnew('alarm home', before.seal('alarm home', 'x')) ?? ''
  expect(after.open('alarm home', anew)).toBe('x')
  expect(during.sealAnew('alarm home', anew)).toBeNull()
  expect(during.sealAnew('alarm link', before.seal('alarm home', 'x'))).toBeNull()
  expect(after.sealAnew('alarm home', before.seal('alarm home', 'x'))).toBeNull()
})

test('a ciphertext names its algorithm; without a name it is read, with an unknown one it is not', () => {
  const sealed = after.seal('alarm link', 'x')
  expect(sealed).toMatch(/^aes-256-gcm\.[\w-]+$/)
  expect(after.open('alarm link', sealed.replace('aes-256-gcm.', ''))).toBe('x')
  expect(after.open('alarm link', sealed.replace('aes-256-gcm', 'rot13'))).toBeNull()
  expect(after.open('alarm link', sealed.replace('aes-256-gcm', 'constructor'))).toBeNull()
})

test('decrypts a stored ciphertext from an earlier version', () => {
  const since = 'aes-256-gcm.BwcHBwcHBwcHBwcHu6lt3p4hWYVQKp0L15zn2rmtGjaWGAqvjrGJ'
  expect(after.open('alarm link', since)).toBe('Kod 481 516')
  expect(deriveKey(present, 'alarm link')).toHaveLength(32)
  expect(after.open('alarm link', after.seal('alarm link', ''))).toBe('')
})

test('throws when there is no secret', () => {
  expect(() => openKeys([]).sign('alarm link', 'x')).toThrow('Keys need a secret')
  expect(() => openKeys([]).seal('alarm link', 'x')).toThrow('Keys need a secret')
})

test.each(['', 'x', 'AAAA', 'aes-256-gcm.', before.seal('alarm link', 'x').slice(0, -2), 'ö'.repeat(100)])(
  'returns null for the invalid ciphertext %j',
  (sealed) => {
    expect(before.open('alarm link', sealed)).toBeNull()
  },
)

test('knownKey() accepts each configured key and no other', () => {
  const key = knownKey(['ny nyckel', 'äldre nyckel'])
  const given = ['ny nyckel', 'äldre nyckel', 'fel nyckel', '', undefined]
  expect(given.map((one) => key.fits(one))).toEqual([true, true, false, false, false])
  expect(knownKey([]).fits('')).toBe(false)
})
