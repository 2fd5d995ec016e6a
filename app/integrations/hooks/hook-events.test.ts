import { expect, test } from 'vitest'
import { timelineLabels } from '~/alarms/history/timeline'
import { type HookEvent, toldOf, whyWords } from './hook-events'

const [own, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const event = (kind: string, actorKind = 'system', actorId: string | null = null): HookEvent => ({
  ...{ kind, actorKind, actorId },
  at: new Date('2026-11-22T20:00:00Z'),
})

test.each([
  ['raised', 'member', 'alarm.raised'],
  ['taken', 'partner', 'alarm.accepted'],
  ['arrived', 'partner', 'alarm.on_site'],
  ['handed_back', 'partner', 'alarm.released'],
  ['released', 'system', 'alarm.released'],
  ['resolved', 'partner', 'alarm.closed'],
  ['false_alarm', 'operator', 'alarm.closed'],
  ['cancelled', 'member', 'alarm.closed'],
  ['pressed', 'member', 'alarm.raised_again'],
])('the alarm event %s by a %s is told as %s', (kind, actorKind, type) => {
  expect(toldOf(event(kind, actorKind, other), own)).toMatchObject({ type })
})

test('"by" is you, other, or the kind of actor', () => {
  expect(toldOf(event('taken', 'partner', own), own)?.by).toBe('you')
  expect(toldOf(event('taken', 'partner', other), own)?.by).toBe('other')
  expect(toldOf(event('taken', 'operator', other), own)?.by).toBe('operator')
  expect(toldOf(event('raised', 'member', own), own)?.by).toBe('member')
  expect(toldOf(event('released', 'system'), own)?.by).toBe('system')
  expect(toldOf(event('released', 'constructor'), own)?.by).toBe('system')
})

test('tells only the company itself that it declined or set out', () => {
  for (const kind of ['declined', 'set_out']) {
    expect(toldOf(event(kind, 'partner', other), own)).toBeNull()
    expect(toldOf(event(kind, 'partner', own), own)).not.toBeNull()
  }
})

test('tells only the listed kinds of an alarm’s history, and nothing of an unknown kind', () => {
  const told = Object.keys(timelineLabels).filter((kind) => toldOf(event(kind, 'partner', own), own) !== null)
  expect(told.sort()).toEqual(
    [
      ...['arrived', 'cancelled', 'declined', 'false_alarm', 'handed_back', 'pressed', 'raised', 'released'],
      ...['reopened', 'resolved', 'safe', 'set_out', 'taken', 'widened'],
    ].sort(),
  )
  expect(toldOf(event('constructor', 'partner', own), own)).toBeNull()
})

test('an unknown error has a default description', () => {
  expect(whyWords(500, null)).toBe('svar 500')
  expect(whyWords(null, 'ECONNREFUSED')).toBe('servern tog inte emot')
  expect(whyWords(null, 'CERT_HAS_EXPIRED')).toBe('certifikatet går inte att lita på')
  expect(whyWords(null, 'constructor')).toBe('inget svar')
  expect(whyWords(null, null)).toBe('')
})
