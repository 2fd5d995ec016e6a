import { expect, test } from 'vitest'
import { endOfQuiet } from '../sending/end-of-quiet.server'
import { isQuietAt, usualQuietHours } from './quiet-hours'

test.each([
  [20, false],
  [21, true],
  [0, true],
  [6, true],
  [7, false],
])('whether it is quiet at %i by the default quiet hours: %s', (hour, quiet) => {
  expect(isQuietAt(hour, usualQuietHours)).toBe(quiet)
})

test('quiet hours may lie within one day, or be none at all', () => {
  expect([11, 12, 13, 14].map((hour) => isQuietAt(hour, { from: 12, until: 14 }))).toEqual([false, true, true, false])
  expect(Array.from({ length: 24 }, (_, hour) => isQuietAt(hour, { from: 7, until: 7 }))).not.toContain(true)
})

test.each([
  ['in the evening it ends next morning', '2026-11-20T21:30:00+01:00', '2026-11-21T07:00:00+01:00'],
  ['after midnight it ends the same morning', '2026-11-21T03:00:00+01:00', '2026-11-21T07:00:00+01:00'],
  ['by day there is none', '2026-11-20T12:00:00+01:00', null],
  ['over the night when the clock goes forward', '2027-03-27T22:00:00+01:00', '2027-03-28T07:00:00+02:00'],
  ['over the night when it goes back', '2027-10-30T22:00:00+02:00', '2027-10-31T07:00:00+01:00'],
])('the end of quiet hours: %s', (_, now, end) => {
  expect(endOfQuiet(usualQuietHours, new Date(now))).toEqual(end && new Date(end))
})

test('quiet hours that end in the hour skipped by daylight saving time end when the clock has jumped', () => {
  const end = endOfQuiet({ from: 0, until: 2 }, new Date('2027-03-28T00:30:00+01:00'))
  expect(end).toEqual(new Date('2027-03-28T03:00:00+02:00'))
})

test('quiet hours that begin when the clock has jumped last until the next day', () => {
  const end = endOfQuiet({ from: 3, until: 2 }, new Date('2027-03-28T03:00:00+02:00'))
  expect(end).toEqual(new Date('2027-03-29T02:00:00+02:00'))
})
