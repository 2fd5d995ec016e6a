import { expect, test } from 'vitest'
import { isBare, rememberedSince } from './closed-alarm'

const closedAt = new Date('2026-11-20T21:14:00Z')

test.each([
  ['while it is open', null, '2027-11-20T21:14:00Z', false],
  ['at the moment of closing', closedAt, '2026-11-20T21:14:00Z', false],
  ['a second before a day has passed', closedAt, '2026-11-21T21:13:59Z', false],
  ['when a day has passed', closedAt, '2026-11-21T21:14:00Z', true],
  ['a year later', closedAt, '2027-11-20T21:14:00Z', true],
])('a closed alarm is reduced to its bare facts after a day: %s', (_, at, now, bare) => {
  expect(isBare({ closedAt: at }, new Date(now))).toBe(bare)
  if (at) expect(at > rememberedSince(new Date(now))).toBe(!bare)
})
