import { expect, test } from 'vitest'
import { codeAt, stepOf } from './totp.server'

// Test vectors of RFC 6238. Its codes have eight digits; ours are their last six.
const secret = '12345678901234567890'
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at %d seconds is %s (RFC 6238)', (seconds, code) => {
  expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code)
  expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test.each([
  [-1, true],
  [0, true],
  [1, true],
  [-2, false],
  [2, false],
])('a code %d time steps away is accepted: %s', (aside, taken) => {
  const step = 50_000_000
  expect(stepOf(secret, codeAt(secret, step + aside), step * 30_000 + 15_000)).toBe(taken ? step + aside : null)
})
