import { describe, expect, test } from 'vitest'
import {
  dutyHours,
  type Hindrance,
  isOnDuty,
  type LinkFacts,
  type LinkState,
  mostGuards,
  needsTest,
  stateOfLink,
  usualDuty,
  wantsRing,
  whyNotReached,
} from './guard'

const now = new Date('2027-03-28T01:30:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const reached = { phoneVerifiedAt: hours(-100), onDutySince: hours(-1), onDutyUntil: hours(3) }

describe('on duty', () => {
  test.each([
    ['between the start and the end', hours(-1), hours(1), true],
    ['from the start', now, hours(1), true],
    ['not at the end', hours(-1), now, false],
    ['not before the start', hours(1), hours(2), false],
    ['not without start and end', null, null, false],
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
])('whyNotReached returns %j', (missing, given, isCalled) => {
  expect(whyNotReached({ ...reached, ...given }, isCalled, now)).toEqual(missing)
})

test.each([
  ['never verified', null, null, false],
  ['verified 30 days ago', null, -30, false],
  ['verified 31 days ago', null, -31, false],
  ['verified 32 days ago', null, -32, true],
  ['verified long ago and tested since', -2, -400, false],
])('whether a phone needs a test: %s', (_, tested, verified, needs) => {
  const days = (count: number | null) => (count === null ? null : hours(count * 24))
  expect(needsTest({ testedAt: days(tested), phoneVerifiedAt: days(verified) }, now)).toBe(needs)
})

test.each([
  ['never', false, false],
  ['never', true, false],
  ['alarms', false, true],
  ['alarms', true, false],
  ['alarms and tests', false, true],
  ['alarms and tests', true, true],
] as const)('a guard who chose %s is called about a test (%s): %s', (rings, isTest, wants) => {
  expect(wantsRing(rings, isTest)).toBe(wants)
})

const days = (count: number) => hours(count * 24)
const second = (from: Date, count: number) => new Date(from.getTime() + count * 1000)
const sent: LinkFacts = {
  hasLink: true,
  linkMadeAt: days(-30),
  linkUsedAt: null,
  browserSince: null,
  browserSeenAt: null,
}
const inside = { ...sent, linkUsedAt: days(-30), browserSince: days(-30), browserSeenAt: days(-2) }

test.each<[LinkState, string, Partial<LinkFacts>, Date]>([
  ['none', 'there is none any more', { ...inside, hasLink: false }, now],
  ['sent', 'nobody has opened it', {}, second(now, -1)],
  ['ended', 'nobody opened it for thirty days', {}, now],
  ['ended', 'it was opened, and the browser is forgotten', { linkUsedAt: days(-1) }, second(now, -1)],
  ['ended', 'its creation time is unknown', { linkMadeAt: null }, second(now, -1)],
  ['in', 'a browser has opened it', inside, now],
  ['in', 'a browser has the earlier one and a new one waits', { ...inside, linkMadeAt: now, linkUsedAt: null }, now],
  ['in', 'a browser was used just under thirty days ago', inside, second(days(28), -1)],
  ['ended', 'a browser has not been used for thirty days', inside, days(28)],
  ['in', 'a browser has been used for just under a year', { ...inside, browserSince: days(-365) }, second(now, -1)],
  ['ended', 'a browser has been used for a year', { ...inside, browserSince: days(-365) }, now],
])('a link is %s when %s', (state, _, given, at) => {
  expect(stateOfLink({ ...sent, ...given }, at)).toBe(state)
})

test('the hours of duty on offer, the default and the largest number of guards', () => {
  expect([...dutyHours, usualDuty, mostGuards]).toEqual([4, 8, 12, 8, 60])
})
