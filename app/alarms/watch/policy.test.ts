import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callAfterPress, deadlinesOf, defaultPolicy, pressPauseS } from './policy'

test('the defaults are those that the product promises', () => {
  expect(deadlinesOf(defaultPolicy, { isTest: false, hasPartners: true, isWidened: false })).toEqual([
    { kind: 'call again', afterS: 60 },
    { kind: 'widen', afterS: 120 },
    { kind: 'tell member', afterS: 300 },
  ])
})

test('with nobody to call, those next door are called at once, and again like everybody', () => {
  expect(deadlinesOf(defaultPolicy, { isTest: false, hasPartners: false, isWidened: false })).toEqual([
    { kind: 'call again', afterS: 60 },
    { kind: 'widen', afterS: 0 },
    { kind: 'tell member', afterS: 300 },
  ])
})

test('a test only ends', () => {
  expect(deadlinesOf(defaultPolicy, { isTest: true, hasPartners: true, isWidened: false })).toEqual([
    { kind: 'end test', afterS: 300 },
  ])
})

test('a press is never called before now, never later than the pause, and never sooner after a call than the pause', () => {
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
