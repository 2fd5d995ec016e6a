import { expect, test } from 'vitest'
import { enrolmentSentBack } from './enrolment.server'

/** An otpauth URI of the given length. */
const uri = (length: number) => 'otpauth://totp/Kvartera:siv@exempel.se?secret=ABCDEFGHIJ&x='.padEnd(length, 'x')
const codes = (count: number) => Array(count).fill('abcde-12345').join(' ')

test('restores the enrolment from the form, with the secret in groups of four', () => {
  expect(enrolmentSentBack({ uri: uri(60), recoveryCodes: codes(2) })).toMatchObject({
    uri: uri(60),
    secret: 'ABCD EFGH IJ',
    recoveryCodes: ['abcde-12345', 'abcde-12345'],
    picture: { size: expect.any(Number), path: expect.stringMatching(/^M/) },
  })
})

test.each([
  ['a URI of 2 000 characters', uri(2_000), codes(1), true],
  ['a URI of 2 001 characters', uri(2_001), codes(1), false],
  ['codes of at most 500 characters', uri(60), codes(41), true],
  ['codes of more than 500 characters', uri(60), codes(42), false],
  ['no codes', uri(60), '', false],
  ['codes in another format', uri(60), 'ABCDE-12345', false],
])('restores or refuses an enrolment by length and format: %s (%#)', (_, address, recoveryCodes, is) => {
  expect(enrolmentSentBack({ uri: address, recoveryCodes }) !== null).toBe(is)
})
