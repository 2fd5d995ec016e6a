import { expect, test } from 'vitest'
import { confirmed } from './confirmed'
import type { KeptAlarm } from './kept-alarms'
import { isFresh, sortKept } from './kept-order'

const now = Date.parse('2026-11-20T21:00:00Z')
const minutes = (n: number) => n * 60_000
const kept = (key: string, memberId: string | null, ageMin: number, confirmedMin?: number): KeptAlarm => ({
  key,
  memberId,
  message: 'Hjälp',
  position: null,
  isTest: false,
  writtenAt: now - minutes(ageMin),
  ...(confirmedMin === undefined ? {} : { confirmedAt: now - minutes(confirmedMin) }),
})

test.each([
  ['just written', 0, undefined, true],
  ['written half an hour ago', 30, undefined, true],
  ['written over half an hour ago', 31, undefined, false],
  ['written three days ago', 72 * 60, undefined, false],
  ['written three days ago, confirmed just now', 72 * 60, 1, true],
  ['written three days ago, confirmed an hour ago', 72 * 60, 60, false],
  ['written in the future, by a clock that was set back', -45, undefined, false],
])('a kept alarm is sent unasked only if it is fresh: %s (%s min, confirmed %s)', (_, age, confirmed, fresh) => {
  expect(isFresh(kept('a', 'eva', age, confirmed), now)).toBe(fresh)
})

test('a kept alarm that another site may have posted is asked about first, and sent once confirmed', () => {
  const posted: KeptAlarm = { ...kept('posted', 'eva', 0), isUnsure: true }
  expect(sortKept([posted], 'eva', now)).toMatchObject({ toSend: [], toAsk: [{ key: 'posted' }] })
  expect(sortKept([{ ...posted, confirmedAt: now }], 'eva', now)).toMatchObject({
    toSend: [{ key: 'posted' }],
    toAsk: [],
  })
})

test('a confirmed old alarm gets a new idempotency key and keeps its words and time', () => {
  const old = kept('old', 'eva', 72 * 60)
  const { key, ...sent } = confirmed(old, now)
  expect(key).not.toBe(old.key)
  expect({ ...sent, key: old.key }).toEqual({ ...old, confirmedAt: now, insteadOf: 'old' })
  expect(isFresh({ ...sent }, now)).toBe(true)
})

test('an old alarm or one of another account does not delay a fresh one', () => {
  const all = [kept('hers', 'siv', 90), kept('new', 'eva', 1), kept('old', 'eva', 4_320), kept('older', 'eva', 5)]
  const { toSend, toAsk } = sortKept(all, 'eva', now)
  expect(toSend.map(({ key }) => key)).toEqual(['older', 'new'])
  expect(toAsk.map(({ key }) => key)).toEqual(['old'])
  expect(sortKept(all, 'siv', now)).toMatchObject({ toSend: [], toAsk: [{ key: 'hers' }] })
})

test('an alarm kept without an account is sent for whoever is logged in', () => {
  const all = [kept('hers', 'siv', 1), kept('anybody’s', null, 2)]
  expect(sortKept(all, 'eva', now).toSend.map(({ key }) => key)).toEqual(['anybody’s'])
  expect(sortKept(all, null, now).toSend.map(({ key }) => key)).toEqual(['anybody’s'])
  expect(sortKept(all, 'siv', now).toSend.map(({ key }) => key)).toEqual(['anybody’s', 'hers'])
})
