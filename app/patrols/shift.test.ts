import { describe, expect, test } from 'vitest'
import {
  firstName,
  lookOfPast,
  momentOfStop,
  type Shift,
  type ShiftState,
  spansOf,
  stateOf,
  whyNotCheckIn,
} from './shift'

const at = (clock: string) => new Date(`2027-01-11T${clock}:00Z`)
const shift: Shift = { startsAt: at('17:00'), endsAt: at('21:00'), hasPartner: true, isCalled: true, walk: 'none' }

describe('the state of a shift', () => {
  test.each<[ShiftState, Partial<Shift>, string]>([
    ['free', { hasPartner: false }, '12:00'],
    ['free', { hasPartner: false }, '18:00'],
    ['planned', {}, '16:59'],
    ['awaited', {}, '17:00'],
    ['awaited', {}, '20:59'],
    ['missed', {}, '21:00'],
    ['missed', { hasPartner: false }, '21:00'],
    ['walking', { walk: 'open' }, '16:45'],
    ['walking', { walk: 'open' }, '20:59'],
    // The guard forgot to check out.
    ['walked', { walk: 'open' }, '21:00'],
    ['planned', { walk: 'ended' }, '16:59'],
    ['walked', { walk: 'ended' }, '17:00'],
    ['walked', { walk: 'ended' }, '19:00'],
    ['walked', { walk: 'ended' }, '23:00'],
    // The company may not be called: no guard can check in, and one who is out would get no alarm.
    ['planned', { isCalled: false }, '16:59'],
    ['halted', { isCalled: false }, '17:00'],
    ['halted', { isCalled: false }, '20:59'],
    ['missed', { isCalled: false }, '21:00'],
    ['halted', { isCalled: false, walk: 'open' }, '16:45'],
    ['halted', { isCalled: false, walk: 'open' }, '20:59'],
    ['walked', { isCalled: false, walk: 'open' }, '21:00'],
    ['walked', { isCalled: false, walk: 'ended' }, '19:00'],
    ['free', { isCalled: false, hasPartner: false }, '18:00'],
    // The guard who was out has been removed by their company; a colleague may come.
    ['planned', { walk: 'cut' }, '16:45'],
    ['awaited', { walk: 'cut' }, '19:00'],
    ['walked', { walk: 'cut' }, '21:00'],
    ['halted', { walk: 'cut', isCalled: false }, '19:00'],
    ['free', { walk: 'cut', hasPartner: false }, '16:45'],
  ])('is %s with %o at %s', (state, given, now) => {
    expect(stateOf({ ...shift, ...given }, at(now))).toBe(state)
  })
})

test.each([
  ['16:29', false],
  ['16:30', true],
  ['20:59', true],
  ['21:00', false],
])('a guard may check in at %s: %s', (now, may) => {
  expect(whyNotCheckIn(shift, at(now)) === null).toBe(may)
})

test.each([
  ['sent at once', 0, '18:00', '18:00'],
  ['sent hours later during the shift', 115, '20:00', '18:05'],
  ['sent after the shift', 30, '21:20', '20:50'],
  ['made an hour before the shift', 120, '18:00', null],
  ['made just before the shift', 1, '16:41', '16:40'],
  ['made half an hour before the shift', 5, '16:35', '16:30'],
  ['made 31 minutes before the shift', 5, '16:34', null],
  ['made half an hour after the shift', 10, '21:40', '21:30'],
  ['made 31 minutes after the shift', 10, '21:41', null],
  ['made an hour after the shift', 0, '22:00', null],
])('momentOfStop is when the stop was made, or null outside of the shift: %s', (_, waitedMinutes, now, noted) => {
  expect(momentOfStop(shift, waitedMinutes * 60, at(now))).toEqual(noted === null ? null : at(noted))
})

test('a stop that is sent more than a week after the shift is refused', () => {
  const week = 7 * 24 * 3_600
  const next = (clock: string) => new Date(at(clock).getTime() + week * 1000)
  expect(momentOfStop(shift, week + 3 * 3_600, next('21:00'))).toEqual(at('18:00'))
  expect(momentOfStop(shift, week + 3 * 3_600, next('21:01'))).toBeNull()
})

test.each([
  ['Ali Rahimi', 'Ali'],
  ['  Anna-Karin  af Ekenstam', 'Anna-Karin'],
  ['Mira', 'Mira'],
])('firstName of %s is %s', (name, first) => {
  expect(firstName(name)).toBe(first)
})

test('a walk of less than half of the planned time is not labelled as carried out', () => {
  const planned = { startsAt: at('17:00'), endsAt: at('21:00'), state: 'walked' as const }
  const label = (to: Date | null) => lookOfPast({ ...planned, spans: [{ from: at('17:00'), to }] }).label
  expect(label(at('18:59'))).toBe('Kortare än planerat')
  expect(label(at('19:00'))).toBe('Genomfört')
  expect(label(null)).toBe('Genomfört')
  expect(lookOfPast({ ...planned, state: 'missed', spans: [] }).label).toBe('Uteblev')
})

test('two short walks far apart are not one long walk', () => {
  const spans = [
    { from: at('17:00'), to: at('17:10') },
    { from: at('20:30'), to: at('20:50') },
  ]
  const planned = { startsAt: at('17:00'), endsAt: at('21:00'), state: 'walked' as const }
  expect(lookOfPast({ ...planned, spans }).label).toBe('Kortare än planerat')
})

test('walks that overlap or meet are one time out, and one that is open ends nowhere', () => {
  const walk = (from: string, to: string | null) => ({ from: at(from), to: to === null ? null : at(to) })
  expect(spansOf([])).toEqual([])
  expect(spansOf([walk('17:00', '18:00'), walk('17:10', '17:20'), walk('17:30', '19:00')])).toEqual([
    walk('17:00', '19:00'),
  ])
  expect(
    spansOf([walk('17:00', '18:00'), walk('18:00', '19:00'), walk('20:00', null), walk('20:10', '20:20')]),
  ).toEqual([walk('17:00', '19:00'), walk('20:00', null)])
  expect(spansOf([walk('17:00', '18:00'), walk('17:30', null)])).toEqual([walk('17:00', null)])
})
