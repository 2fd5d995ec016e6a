import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.server'
import { isWeakPassword, plainPassword } from './weak-password'

const own = ['Eva Lind', 'eva.lindgren@exempel.se', '+46701234567', '12540', 'Götalandsvägen 12']
const isWeak = (password: string) => isWeakPassword(password, own, commonPasswords)

test.each([
  '123456',
  '12-34-56',
  'qwerty',
  'lösenord',
  'Lösenord1',
  'SOMMAR2026!',
  'hammarby',
  'Älvsjö125',
  // The same letters in decomposed form (combining diaeresis) and in full width.
  'a\u0308lvsjo\u0308',
  'ｑｗｅｒｔｙ',
  'hej-hej-hej',
  'aaaaaaaaaaaa',
  '-- -- 1111 --',
  // The person's own name, address, phone and street.
  'Eva Lind',
  'evalind99',
  'lindgren!',
  'eva.lindgren@exempel.se',
  'Eva.Lindgren',
  '+46701234567',
  '46701234567',
  'Götalandsvägen',
  'götalandsvägen12',
  // The product's name.
  'Kvartera',
  'kvartera-2026',
])('refuses the weak password %s', (password) => {
  expect(isWeak(password)).toBe(true)
})

test.each([
  'kvarter12540',
  'blåsippa i backen',
  'evas lindar blommar',
  'ett helt nytt',
  'hunden åt upp 14 skor',
  'x7#mQ2!v',
  '𝄞🎵🎶♪♫♬',
])('accepts the password %s', (password) => {
  expect(isWeak(password)).toBe(false)
})

test('the list of common passwords has over a thousand words, each in normalized form', () => {
  expect(commonPasswords.size).toBeGreaterThan(1_000)
  for (const word of commonPasswords) expect(word).toBe(plainPassword(word).replaceAll(/[^\p{L}\p{N}]/gu, ''))
})

test('empty and one-letter details of a person refuse no password', () => {
  expect(isWeakPassword('blåsippa', ['', ' ', 'A', 'B C'], new Set())).toBe(false)
})

test('a first name counts in a password from three letters on, and the full name always', () => {
  expect(isWeakPassword('ky4711!', ['Ky Ek'], commonPasswords)).toBe(false)
  expect(isWeakPassword('ky-ek-4711', ['Ky Ek'], commonPasswords)).toBe(true)
  expect(isWeakPassword('tua 4711!', ['Tua Ek'], commonPasswords)).toBe(true)
})
