import { describe, expect, test } from 'vitest'
import { nightOf, type Outcome, outcomes, standingOf, type Trial } from './trial'

const now = new Date('2026-11-25T08:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const counts = { people: 1, companies: 1, bookings: 1, alarms: 1, vouchers: 1 }
const whole = (hours: number): Trial => ({
  outcome: 'whole',
  beganAt: hoursAgo(hours),
  madeAt: hoursAgo(hours),
  counts,
})
const failed = (outcome: Outcome): Trial => ({ outcome, beganAt: hoursAgo(1), madeAt: null, counts: null })

describe('the standing of backups', () => {
  test.each([
    ['nothing is known', { last: null, whole: null }, 'unknown'],
    ['last night’s backup was whole', { last: whole(6), whole: whole(6) }, 'whole'],
    ['the last whole backup is 35.9 hours old', { last: whole(35.9), whole: whole(35.9) }, 'whole'],
    ['the last whole backup is 36 hours old', { last: whole(36), whole: whole(36) }, 'whole'],
    ['the last whole backup is 36.1 hours old', { last: whole(36.1), whole: whole(36.1) }, 'old'],
    [
      'a backup that was 40 hours old was tried today',
      { last: { ...whole(1), madeAt: hoursAgo(40) }, whole: whole(40) },
      'old',
    ],
    [
      'a newer whole backup than the last tried is known',
      { last: { ...whole(1), madeAt: hoursAgo(40) }, whole: whole(20) },
      'whole',
    ],
  ] as const)('is as expected: %s', (_, known, standing) => {
    expect(standingOf(known, now)).toBe(standing)
  })

  test.each(Object.keys(outcomes).filter((word) => word !== 'whole') as Outcome[])(
    'is failed when the last trial failed: %s',
    (outcome) => {
      expect(standingOf({ last: failed(outcome), whole: whole(30) }, now)).toBe('failed')
      expect(standingOf({ last: failed(outcome), whole: null }, now)).toBe('failed')
    },
  )
})

test.each([
  ['2026-11-25T01:59:59Z', null],
  ['2026-11-25T02:00:00Z', '2026-11-25'],
  ['2026-11-25T22:59:59Z', '2026-11-25'],
  ['2026-11-25T23:00:00Z', null],
  ['2026-07-01T00:59:59Z', null],
  ['2026-07-01T01:00:00Z', '2026-07-01'],
])('the night of a backup begins at three in Swedish time: %s', (moment, night) => {
  expect(nightOf(new Date(moment))).toBe(night)
})
