import { expect, test } from 'vitest'
import { accountAge } from './account-age'

test.each([
  [0, 'mindre än ett dygn'],
  [0.9, 'mindre än ett dygn'],
  [1, 'en dag'],
  [59, '59 dagar'],
  [60, '60 dagar'],
  [61, '2 månader'],
  [700, '22 månader'],
  [730, '23 månader'],
  [731, '2 år'],
  [3700, '10 år'],
])('an account’s age after %d days: %s', (days, words) => {
  const joined = new Date('2026-01-01T12:00:00Z')
  expect(accountAge(joined, new Date(joined.getTime() + days * 86_400_000))).toBe(words)
})
