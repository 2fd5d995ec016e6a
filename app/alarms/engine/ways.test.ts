import { expect, test } from 'vitest'
import type { RingChoice } from '~/guards/public'
import type { AlarmChannel, RecipientRole } from '../alarm'
import {
  airS,
  type Callee,
  callsTo,
  last,
  leaseS,
  onceMoreAfterS,
  passOnAfter,
  pauseAfter,
  repeated,
  roomIn,
  togetherFrom,
  turnFor,
  turnOf,
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
  ['every fast channel at once, and no mail', 'partner', all, 1, ['sms', 'push']],
  ['mail when there is no other channel', 'partner', { mail: true }, 1, ['mail']],
  ['mail too in the second round', 'partner', all, 2, ['sms', 'push', 'mail']],
  ['always mail to an operator', 'operator', all, 1, ['sms', 'push', 'mail']],
  ['no mail without an address', 'operator', { phone: true }, 2, ['sms']],
  ['a centre at once, like a phone', 'partner', { ...all, centre: true }, 1, ['sms', 'push', 'centre']],
  ['mail too when a centre is the only fast channel', 'partner', { mail: true, centre: true }, 1, ['mail', 'centre']],
  ['none for somebody without any channel', 'partner', {}, 1, []],
])('waysTo chooses the channels: %s', (_, role, ways, round, channels) => {
  expect(waysTo(callee(role, ways), round, false)).toEqual(channels)
})

test.each<[RingChoice, boolean, AlarmChannel[]]>([
  ['alarms', false, ['voice']],
  ['alarms', true, []],
  ['alarms and tests', false, ['voice']],
  ['alarms and tests', true, ['voice']],
  ['never', false, []],
])('the ring step calls the phone of a guard who chose %j (a test: %s)', (rings, isTest, channels) => {
  expect(waysTo({ ...callee('partner', all), rings }, 1, isTest, 'voice')).toEqual(channels)
  expect(waysTo({ ...callee('partner', all), rings, phone: null }, 1, isTest, 'voice')).toEqual([])
})

test('a test phones those who asked for it at once, since it has no ring step', () => {
  const eager: Callee = { ...callee('partner', all), rings: 'alarms and tests' }
  expect(waysTo(eager, 1, true)).toEqual(['sms', 'push', 'voice'])
  expect(waysTo(eager, 1, false)).toEqual(['sms', 'push'])
})

test('waysTo limited to one channel gives it only if it would have been chosen', () => {
  expect(waysTo(callee('partner', all), 1, false, 'push')).toEqual(['push'])
  expect(waysTo(callee('partner', all), 1, false, 'mail')).toEqual([])
})

test('a phone call says only ‘call’, and a centre is sent only ‘call’, ‘update’ and ‘closed’', () => {
  const kinds = ['call', 'update', 'taken', 'released', 'safe', 'closed', 'nobody', 'details', 'late'] as const
  expect(kinds.filter((kind) => waysThatSay(kind).includes('centre'))).toEqual(['call', 'update', 'closed'])
  expect(kinds.filter((kind) => waysThatSay(kind).includes('voice'))).toEqual(['call'])
  for (const kind of kinds) expect(waysThatSay(kind).slice(0, 3)).toEqual(['sms', 'push', 'mail'])
})

test('the pause between retries grows up to a minute, and there are twelve retries', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1))
  expect(pauses).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60, 60])
  expect(pauseAfter(13)).toBeNull()
})

test('the lease is six seconds, and the retry, fallback and merge limits are three', () => {
  // The calls of a crashed process wait for the lease to run out: ten times as long would be ten times without help.
  expect(leaseS).toBe(6)
  expect(onceMoreAfterS).toBe(3)
  expect(passOnAfter).toBe(3)
  expect(togetherFrom).toBe(3)
})

test('each channel has its number of send slots, and tests have slots of their own', () => {
  expect(roomIn('alarm', () => 0)).toEqual({ sms: 100, push: 100, mail: 20, voice: 20, centre: 50 })
  expect(roomIn('test', () => 0)).toEqual({ sms: 4, push: 4, mail: 2, voice: 2, centre: 4 })
  expect(roomIn('test', (channel) => (channel === 'mail' ? 1 : 0)).mail).toBe(1)
})

test('calls and details have the highest priority, and stand-downs and the circle the lowest', () => {
  expect(turnOf).toEqual({
    ...{ call: 0, details: 0, nobody: 0 },
    ...{ update: 1, released: 1, overtaken: 1, safe: 1, late: 1 },
    ...{ taken: 2, joined: 2, closed: 2 },
  })
  expect([repeated, last]).toEqual([1, 2])
  expect(turnFor({ kind: 'call', callee: callee('partner', all) })).toBe(0)
  expect(turnFor({ kind: 'update', callee: callee('operator', all) })).toBe(1)
  // Those who can come are called before those who only want to know.
  expect(turnFor({ kind: 'call', callee: callee('circle', all) })).toBe(2)
  expect(airS).toBe(100)
})

test('callsTo makes one call per recipient, with the alarm, the kind, the round and the channels', () => {
  const [ali, bo] = [callee('partner', all), { ...callee('partner', { mail: true }), name: 'Bo' }]
  const alarm = { id: 'a', isTest: false }
  const one = { alarmId: 'a', isTest: false, kind: 'update', round: 1 }
  expect(callsTo([ali, bo], alarm, 'update', 1)).toEqual([
    { ...one, callee: ali, channels: ['sms', 'push'] },
    { ...one, callee: bo, channels: ['mail'] },
  ])
  expect(callsTo([ali, bo], { ...alarm, isTest: true }, 'call', 2, 'mail')).toEqual([
    { ...one, kind: 'call', isTest: true, round: 2, callee: ali, channels: ['mail'] },
    { ...one, kind: 'call', isTest: true, round: 2, callee: bo, channels: ['mail'] },
  ])
})

test('the number of free slots is never negative', () => {
  const room = roomIn('alarm', (channel) => (channel === 'sms' ? 102 : 0))
  expect([room.sms, room.push]).toEqual([0, 100])
})
