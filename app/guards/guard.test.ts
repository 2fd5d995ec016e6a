import { describe, expect, test } from 'vitest'
import { type Hindrance, isOnDuty, needsTest, whyNotReached } from './guard'

const now = new Date('2027-03-28T01:30:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const reached = { phoneVerifiedAt: hours(-100), onDutySince: hours(-1), onDutyUntil: hours(3) }

describe('on duty', () => {
  test.each([
    ['between its ends', hours(-1), hours(1), true],
    ['from its first moment', now, hours(1), true],
    ['not at its last', hours(-1), now, false],
    ['not before it begins', hours(1), hours(2), false],
    ['not without one', null, null, false],
  ])('%s', (_, onDutySince, onDutyUntil, is) => {
    expect(isOnDuty({ ...reached, onDutySince, onDutyUntil }, now)).toBe(is)
  })
})

test.each<[Hindrance[], Partial<typeof reached> | object, boolean]>([
  [[], {}, true],
  [['company'], {}, false],
  [['phone'], { phoneVerifiedAt: null }, true],
  [['duty'], { onDutyUntil: hours(-1), onDutySince: hours(-2) }, true],
  [['company', 'phone', 'duty'], { phoneVerifiedAt: null, onDutySince: null, onDutyUntil: null }, false],
])('what is missing: %j', (missing, given, isCalled) => {
  expect(whyNotReached({ ...reached, ...given }, isCalled, now)).toEqual(missing)
})

test.each([
  ['never proven: there is nothing to try again', null, null, false],
  ['proven this month', null, -30, false],
  ['proven long ago', null, -32, true],
  ['proven long ago and tried since', -2, -400, false],
])('%s', (_, tested, verified, needs) => {
  const days = (count: number | null) => (count === null ? null : hours(count * 24))
  expect(needsTest({ testedAt: days(tested), phoneVerifiedAt: days(verified) }, now)).toBe(needs)
})
