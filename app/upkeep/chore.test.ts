import { expect, test } from 'vitest'
import { chores, isBehind, notedEveryMs } from './chore'

const now = new Date('2026-11-25T08:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

test.each([
  ['memberships', 3 * 3_600 + 600, false],
  ['memberships', 3 * 3_600 + 601, true],
  ['polls of alarm receiving centres', 615, false],
  ['polls of alarm receiving centres', 616, true],
  ['keys of centres', 3 * 86_400 + 601, true],
  ['what is left to send SMS for', 3 * 300 + 600, false],
  ['what is left to send SMS for', 3 * 300 + 601, true],
  ['how it goes', 3 * 300 + 601, true],
  ['what broke long ago', 3 * 86_400 + 600, false],
  ['what broke long ago', 3 * 86_400 + 601, true],
] as const)('the chore %s, last done %i seconds ago, is behind: %s', (name, seconds, behind) => {
  expect(isBehind(name, { succeededAt: secondsAgo(seconds), failedAt: secondsAgo(1) }, now)).toBe(behind)
})

test('a chore that only failed is behind, and one that has not run yet is not', () => {
  expect(isBehind('memberships', { succeededAt: null, failedAt: secondsAgo(1) }, now)).toBe(true)
  expect(isBehind('memberships', { succeededAt: null, failedAt: null }, now)).toBe(false)
})

test('every run of a chore that runs each minute is noted', () => {
  const everyMinute = Object.values(chores).filter(({ everyS }) => everyS >= 60)
  expect(Math.min(...everyMinute.map(({ everyS }) => everyS * 1_000))).toBeGreaterThan(notedEveryMs)
})
