import { expect, test } from 'vitest'
import { extended, homeAt, whyNotWalk } from './walk'

const evening = new Date('2026-11-20T21:14:30Z')

test.each([
  [{ minutes: '15' }, '2026-11-20T21:29:30.000Z'],
  [{ minutes: '60' }, '2026-11-20T22:14:30.000Z'],
  [{ clock: '22:30' }, '2026-11-20T21:30:00.000Z'],
  [{ clock: '22.30' }, '2026-11-20T21:30:00.000Z'],
  [{ clock: '00:05' }, '2026-11-20T23:05:00.000Z'],
  // A typed time wins over a chosen number of minutes.
  [{ minutes: '15', clock: '23:00' }, '2026-11-20T22:00:00.000Z'],
  // The current minute has already begun, so the time means tomorrow, which is too far away.
  [{ clock: '22:14' }, null],
  [{ clock: '11:00' }, null],
  [{ clock: '25:00' }, null],
  [{ clock: 'snart' }, null],
  [{ minutes: '16' }, null],
  [{ minutes: '' }, null],
  [{}, null],
])('homeAt reads the time from %j', (said, at) => {
  expect(homeAt(said, evening)?.toISOString() ?? null).toBe(at)
})

test('homeAt uses local time across a change of daylight saving time', () => {
  // DST begins: at 01.30 local time, 03.10 is forty minutes away and 02.30 does not exist.
  const spring = new Date('2026-03-29T00:30:00Z')
  expect(homeAt({ clock: '03:10' }, spring)?.toISOString()).toBe('2026-03-29T01:10:00.000Z')
  expect(homeAt({ clock: '02:30' }, spring)).toBeNull()
  // DST ends: 02.10 occurs twice, and the first one is meant.
  const autumn = new Date('2026-10-24T23:50:00Z')
  expect(homeAt({ clock: '02:10' }, autumn)?.toISOString()).toBe('2026-10-25T00:10:00.000Z')
})

test.each([
  ['before the stated time, it counts from that time', '2026-11-20T21:30:00Z', '15', '2026-11-20T21:45:00.000Z'],
  ['after the stated time, it counts from now', '2026-11-20T21:00:00Z', '30', '2026-11-20T21:44:30.000Z'],
  ['a number of minutes not offered is refused', '2026-11-20T21:00:00Z', '600', null],
  ['an end beyond the longest walk is refused', '2026-11-21T09:00:00Z', '15', null],
])('extending a walk: %s', (_, before, minutes, at) => {
  expect(extended(new Date(before), minutes, evening)?.toISOString() ?? null).toBe(at)
})

test.each([
  [true, true, null],
  [true, false, /inte öppnat/],
  [false, true, /för medlemmar/],
  [false, false, /för medlemmar/],
])('whyNotWalk gives the reason for a member: %s, in an open area: %s', (isMember, isAreaOpen, why) => {
  const said = whyNotWalk({ isMember, isAreaOpen })
  if (why === null) expect(said).toBeNull()
  else expect(said).toMatch(why)
})
