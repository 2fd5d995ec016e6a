import { describe, expect, test } from 'vitest'
import { longestOpenMinutes, type WeekSpan, whyNotAt } from './availability'
import { momentOf, openDays, shownStart } from './open-days.server'

/** Why one time cannot be, to the minute, and how a moment is read off the wall. */
const day = '2026-11-24'
const at = (time: string, on = day) => momentOf(on, time) ?? Number.NaN
// A Tuesday, with a lunch break.
const week: WeekSpan[] = [
  { weekday: 2, opens: '09:00', closes: '12:00' },
  { weekday: 2, opens: '13:00', closes: '17:00' },
]
const wanted = { durationMin: 60, bufferMin: 30, noticeHours: 24, isLongerThanOpen: false }
const why = (time: string, given: { now?: string; held?: [string, string][]; closed?: boolean; on?: string } = {}) => {
  const on = given.on ?? day
  const closed = given.closed ? [{ from: day, to: day, reason: 'Sjuka' }] : []
  const [open] = openDays({ week, closed }, on, 1)
  if (!open) throw new Error('no day')
  const held = (given.held ?? []).map(([from, to]) => ({ from: at(from), to: at(to) }))
  return whyNotAt(open, at(time, on), held, 1, wanted, at(given.now ?? '00:00'))
}

describe('one time of a day', () => {
  test.each<[string, Parameters<typeof why>, string | null]>([
    ['as it opens', ['09:00'], null],
    ['a minute before', ['08:59'], 'closed'],
    ['ending as it closes', ['11:00'], null],
    ['a minute later', ['11:01'], 'too short'],
    ['as it closes', ['12:00'], 'closed'],
    ['after the break', ['13:00'], null],
    ['late', ['16:00'], null],
    ['at the end', ['17:00'], 'closed'],
    ['now', ['13:00', { now: '13:00' }], 'too soon'],
    ['in a minute, since it was agreed on already', ['13:01', { now: '13:00' }], null],
    ['its break as another begins', ['09:00', { held: [['10:30', '11:00']] }], null],
    ['its break over another', ['09:01', { held: [['10:30', '11:00']] }], 'full'],
    ['as another ends', ['11:00', { held: [['10:30', '11:00']] }], null],
    ['on a day that is closed for a while', ['09:00', { closed: true }], 'closed for a while'],
    ['on a day without hours', ['09:00', { on: '2026-11-25' }], 'closed'],
  ])('%s', (_, asked, none) => {
    expect(why(...asked)).toBe(none)
  })
})

test.each<[string, WeekSpan[], number]>([
  ['no hours', [], 0],
  ['one span, as the database writes it', [{ weekday: 1, opens: '09:15:00', closes: '12:30:00' }], 195],
  ['to midnight', [{ weekday: 1, opens: '22:00', closes: '23:59' }], 120],
  [
    'a night from Sunday to Monday',
    [
      { weekday: 7, opens: '20:00', closes: '23:59' },
      { weekday: 1, opens: '00:00', closes: '04:00' },
    ],
    480,
  ],
  [
    'with a break between',
    [
      { weekday: 1, opens: '08:00', closes: '12:00' },
      { weekday: 1, opens: '13:00', closes: '16:59' },
    ],
    240,
  ],
])('the longest that a company is open at a stretch: %s', (_, spans, minutes) => {
  expect(longestOpenMinutes(spans)).toBe(minutes)
})

test.each([
  ['00:00', 'Natt'],
  ['05:59', 'Natt'],
  ['06:00', 'Förmiddag'],
  ['11:59', 'Förmiddag'],
  ['12:00', 'Eftermiddag'],
  ['16:59', 'Eftermiddag'],
  ['17:00', 'Kväll'],
  ['23:59', 'Kväll'],
])('%s is in the part of the day called %s', (time, part) => {
  expect(shownStart(at(time))).toMatchObject({ part, label: time.replace(':', '.') })
})

test.each([
  ['2026-11-24', '09:00:30'],
  ['2026-11-24', '9:00'],
  ['20261124', '09:00'],
  ['2026-11-31', '09:00'],
  ['2026-11-24', '24:00'],
  ['2027-03-28', '02:30'],
  ['', ''],
])('%s %s is no moment', (on, time) => {
  expect(momentOf(on, time)).toBeNull()
})
