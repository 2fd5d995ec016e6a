import { expect, test } from 'vitest'
import type { RingChoice } from '~/guards/public'
import type { AlarmChannel, RecipientRole } from '../alarm'
import {
  type Callee,
  leaseS,
  onceMoreAfterS,
  passOnAfter,
  pauseAfter,
  roomIn,
  togetherFrom,
  waysThatSay,
  waysTo,
} from './ways'

type Ways = { phone?: boolean; push?: boolean; mail?: boolean; centre?: boolean }
const callee = (role: RecipientRole, { phone, push, mail, centre }: Ways): Callee => ({
  role,
  companyId: null,
  guardId: null,
  profileId: null,
  name: 'Ali Rahimi',
  phone: phone ? '+46701740605' : null,
  email: mail ? 'ali@exempel.se' : null,
  hasPush: push ?? false,
  rings: 'alarms',
  hasCentre: centre ?? false,
})
const all = { phone: true, push: true, mail: true }

test.each<[string, RecipientRole, Ways, number, AlarmChannel[]]>([
  ['every fast way at once, and no letter', 'partner', all, 1, ['sms', 'push']],
  ['a letter when there is no other way', 'partner', { mail: true }, 1, ['mail']],
  ['a letter too when it is said again', 'partner', all, 2, ['sms', 'push', 'mail']],
  ['a letter always to an operator', 'operator', all, 1, ['sms', 'push', 'mail']],
  ['no letter without an address', 'operator', { phone: true }, 2, ['sms']],
  ['a centre as fast as a phone', 'partner', { ...all, centre: true }, 1, ['sms', 'push', 'centre']],
  ['a letter beside a centre that is the only way', 'partner', { mail: true, centre: true }, 1, ['mail', 'centre']],
  ['nobody without a way', 'partner', {}, 1, []],
])('%s', (_, role, ways, round, channels) => {
  expect(waysTo(callee(role, ways), round, false)).toEqual(channels)
})

test.each<[RingChoice, boolean, AlarmChannel[]]>([
  ['alarms', false, ['voice']],
  ['alarms', true, []],
  ['alarms and tests', false, ['voice']],
  ['alarms and tests', true, ['voice']],
  ['never', false, []],
])('by its own step a phone rings of who chose %j (a test: %s)', (rings, isTest, channels) => {
  expect(waysTo({ ...callee('partner', all), rings }, 1, isTest, 'voice')).toEqual(channels)
  expect(waysTo({ ...callee('partner', all), rings, phone: null }, 1, isTest, 'voice')).toEqual([])
})

test('a test rings at once who has asked for it, since it has no steps', () => {
  const eager: Callee = { ...callee('partner', all), rings: 'alarms and tests' }
  expect(waysTo(eager, 1, true)).toEqual(['sms', 'push', 'voice'])
  expect(waysTo(eager, 1, false)).toEqual(['sms', 'push'])
})

test('by one way alone is a choice among those that would be taken', () => {
  expect(waysTo(callee('partner', all), 1, false, 'push')).toEqual(['push'])
  expect(waysTo(callee('partner', all), 1, false, 'mail')).toEqual([])
})

test('each way says what it is for: a phone that rings calls, and a centre hears nothing that is between people', () => {
  const kinds = ['call', 'update', 'taken', 'released', 'safe', 'closed', 'nobody', 'details', 'late'] as const
  expect(kinds.filter((kind) => waysThatSay(kind).includes('centre'))).toEqual(['call', 'update', 'closed'])
  expect(kinds.filter((kind) => waysThatSay(kind).includes('voice'))).toEqual(['call'])
  for (const kind of kinds) expect(waysThatSay(kind).slice(0, 3)).toEqual(['sms', 'push', 'mail'])
})

test('a failed try is made again after growing pauses, for some eight minutes, and then no more', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1))
  expect(pauses).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60, 60])
  expect(pauseAfter(13)).toBeNull()
})

test('the seconds that people in need wait for each other are these', () => {
  // A process that dies leaves its calls to the others after these seconds: ten times as many are ten times as long without help.
  expect(leaseS).toBe(6)
  expect(onceMoreAfterS).toBe(3)
  expect(passOnAfter).toBe(3)
  expect(togetherFrom).toBe(3)
})

test('there is never less than no room, also while more is out than there are places', () => {
  const room = roomIn('alarm', (channel) => (channel === 'sms' ? 102 : 0))
  expect([room.sms, room.push]).toEqual([0, 100])
})
