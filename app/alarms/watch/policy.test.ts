import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  askTakerS,
  callAfterPress,
  deadlinesOf,
  defaultPolicy,
  endTestS,
  keepCallingS,
  mayOpenAgain,
  nextRing,
  pauseAfterReopenings,
  pressPauseS,
  ringPauseS,
} from './policy'

test('the default policy has the deadlines that the product promises', () => {
  expect(deadlinesOf(defaultPolicy, { isTest: false, hasPartners: true, isWidened: false, canRing: true })).toEqual([
    { kind: 'call again', afterS: 60 },
    { kind: 'ring', afterS: 30 },
    { kind: 'widen', afterS: 120 },
    { kind: 'tell member', afterS: 300 },
  ])
  const { releaseS, ringTimes, walkGraceS, canaryDays } = defaultPolicy
  expect({ releaseS, ringTimes, walkGraceS, canaryDays }).toEqual({
    ...{ releaseS: 600, ringTimes: 5, walkGraceS: 300, canaryDays: 7 },
  })
})

test('without partners the alarm is widened at once, and the other deadlines are unchanged', () => {
  expect(deadlinesOf(defaultPolicy, { isTest: false, hasPartners: false, isWidened: false, canRing: true })).toEqual([
    { kind: 'call again', afterS: 60 },
    { kind: 'ring', afterS: 30 },
    { kind: 'widen', afterS: 0 },
    { kind: 'tell member', afterS: 300 },
  ])
})

test('a test has only the step that ends it', () => {
  expect(deadlinesOf(defaultPolicy, { isTest: true, hasPartners: true, isWidened: false, canRing: true })).toEqual([
    { kind: 'end test', afterS: 300 },
  ])
})

test('without a provider of phone calls no ring step is armed', () => {
  const alarm = { isTest: false, hasPartners: true, isWidened: false, canRing: false }
  expect(deadlinesOf(defaultPolicy, alarm).map(({ kind }) => kind)).toEqual(['call again', 'widen', 'tell member'])
})

test('a policy with no rings arms no ring step, and a widened alarm has no widen step', () => {
  const never = { ...defaultPolicy, ringTimes: 0 }
  const kinds = deadlinesOf(never, { isTest: false, hasPartners: true, isWidened: false, canRing: true }).map(
    ({ kind }) => kind,
  )
  expect(kinds).toEqual(['call again', 'widen', 'tell member'])
  const once = { ...defaultPolicy, ringTimes: 1 }
  expect(
    deadlinesOf(once, { isTest: false, hasPartners: true, isWidened: true, canRing: true }).map(({ kind }) => kind),
  ).toEqual(['call again', 'ring', 'tell member'])
})

const now = new Date('2026-02-01T03:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each<[string, number, Date | null, { isDue: boolean; againS: number | null }]>([
  ['for the first time', 0, null, { isDue: true, againS: ringPauseS }],
  ['again after the pause', 2, ago(90), { isDue: true, againS: ringPauseS }],
  ['for the last time but one', 3, ago(90), { isDue: true, againS: ringPauseS }],
  ['for the last time', 4, ago(90), { isDue: true, againS: null }],
  ['not a second before the pause is over', 1, ago(89), { isDue: false, againS: 1 }],
  ['no more after the last time', 5, ago(90), { isDue: false, againS: null }],
  ['not within the pause, even if a press reset the count', 0, ago(31), { isDue: false, againS: 59 }],
  ['no later than a pause from now if the clock went back', 1, ago(-500), { isDue: false, againS: ringPauseS }],
])('phones ring %s', (_, times, lastAt, expected) => {
  expect(nextRing(defaultPolicy, { times, lastAt }, now)).toEqual(expected)
})

test('a call after a press is never before the press nor later than the pause, nor within the pause after a call', () => {
  const time = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(time, time, (called, pressed) => {
      const at = callAfterPress(new Date(called), new Date(pressed)).getTime()
      expect(at).toBeGreaterThanOrEqual(pressed)
      expect(at).toBeLessThanOrEqual(pressed + pressPauseS * 1000)
      if (called <= pressed) expect(at).toBeGreaterThanOrEqual(Math.min(called + pressPauseS * 1000, at))
    }),
  )
})

test('a cancelled alarm can be reopened for ten minutes, and each reopening has a longer pause', () => {
  const closed = new Date('2026-11-20T20:00:00Z')
  const after = (seconds: number) => mayOpenAgain(closed, new Date(closed.getTime() + seconds * 1000))
  expect([after(0), after(600), after(600.001)]).toEqual([true, true, false])
  expect([0, 1, 2, 3, 9].map(pauseAfterReopenings)).toEqual([20, 0, 20, 60, 60])
  expect([askTakerS, endTestS, keepCallingS, ringPauseS]).toEqual([3_600, 300, 3_600, 90])
})

test.each([
  [90, 20, 0],
  [20, 20, 0],
  [15, 20, 5],
  [0, 20, 20],
  [-500, 20, 20],
  [15, 60, 45],
])('a press %i s after the last call, with a pause of %i s, calls everyone in %i s', (before, pauseS, inS) => {
  expect(callAfterPress(ago(before), now, pauseS)).toEqual(ago(-inS))
  if (pauseS === pressPauseS) expect(callAfterPress(ago(before), now)).toEqual(ago(-inS))
})
