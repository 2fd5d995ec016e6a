import { describe, expect, test } from 'vitest'
import { daysAfter } from '~/shared/time'
import { longestOpenMinutes, timesOf, type Wanted, type WeekSpan, whyNotAt } from './availability'
import { dayAt, momentOf, openDays, shownStart } from './open-days.server'

/** The same opening hours on every weekday, as [opens, closes]. */
const daily = (...spans: [string, string][]): WeekSpan[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => spans.map(([opens, closes]) => ({ weekday, opens, closes })))

type Given = {
  week?: WeekSpan[]
  closed?: { from: string; to: string; reason: string }[]
  now?: string
  minutes?: number
  buffer?: number
  notice?: number
  capacity?: number
  held?: { from: number; to: number }[]
}

function times(day: string, given: Given = {}) {
  const week = given.week ?? daily(['09:00', '12:00'])
  const durationMin = given.minutes ?? 60
  const wanted: Wanted = {
    durationMin,
    bufferMin: given.buffer ?? 0,
    noticeHours: given.notice ?? 0,
    isLongerThanOpen: durationMin > longestOpenMinutes(week),
  }
  const [open] = openDays({ week, closed: given.closed ?? [] }, day, 1)
  if (!open) throw new Error('unreachable')
  const now = Date.parse(given.now ?? '2026-01-01T00:00:00Z')
  const { starts, ...rest } = timesOf(open, given.held ?? [], given.capacity ?? 1, wanted, now)
  return { ...rest, starts: starts.map((start) => shownStart(start).label), moments: starts }
}

const at = (day: string, time: string) => momentOf(day, time) ?? Number.NaN
const job = (day: string, from: string, to: string) => ({ from: at(day, from), to: at(day, to) })

describe('an ordinary day', () => {
  const day = '2026-11-24'
  test('start times are every half hour from opening until the job ends at closing', () => {
    expect(times(day).starts).toEqual(['09.00', '09.30', '10.00', '10.30', '11.00'])
  })
  test('a short job can start every quarter of an hour', () => {
    expect(times(day, { minutes: 30, week: daily(['09:00', '10:00']) }).starts).toEqual(['09.00', '09.15', '09.30'])
  })
  test('no job runs through a lunch break', () => {
    const week = daily(['09:00', '11:00'], ['12:00', '14:00'])
    expect(times(day, { week, minutes: 90 }).starts).toEqual(['09.00', '09.30', '12.00', '12.30'])
  })
  test('a start time that would overlap a booked job is not free', () => {
    expect(times(day, { held: [job(day, '10:00', '10:30')] }).starts).toEqual(['09.00', '10.30', '11.00'])
  })
  test("the new job's own buffer may not overlap the next job, but may pass closing time", () => {
    expect(times(day, { buffer: 30, held: [job(day, '10:30', '11:00')] }).starts).toEqual(['09.00', '11.00'])
  })
  test('a company with capacity 2 has free times until both lanes are busy', () => {
    const held = [job(day, '09:00', '12:00')]
    expect(times(day, { capacity: 2, held }).starts).toHaveLength(5)
    expect(times(day, { capacity: 2, held: [...held, job(day, '09:00', '11:00')] }).starts).toEqual(['11.00'])
  })
  test('a fully booked day has no times, because it is full', () => {
    expect(times(day, { held: [job(day, '09:00', '12:00')] })).toMatchObject({ starts: [], none: 'full' })
  })
  test('notice is counted in hours from now', () => {
    const now = '2026-11-24T07:30:00Z'
    expect(times(day, { now, notice: 2 }).starts).toEqual(['10.30', '11.00'])
    expect(times(day, { now, notice: 24 })).toMatchObject({ starts: [], none: 'too soon' })
    expect(times(day, { now: '2026-11-24T09:00:00Z' }).starts).toEqual(['10.30', '11.00'])
  })
  test('a day that is past has no times', () => {
    expect(times('2026-11-23', { now: '2026-11-24T07:30:00Z' })).toMatchObject({ starts: [], none: 'too soon' })
  })
  test('a weekday without opening hours has no times, because it is closed', () => {
    const week = daily(['09:00', '12:00']).filter(({ weekday }) => weekday !== 2)
    expect(times(day, { week })).toMatchObject({ starts: [], none: 'closed', closedBecause: null })
  })
  test('a closed period and its reason are given, except for a weekday that is closed anyway', () => {
    const closed = [{ from: '2026-11-23', to: '2026-11-24', reason: 'Älgjakt' }]
    expect(times(day, { closed })).toMatchObject({ starts: [], none: 'closed for a while', closedBecause: 'Älgjakt' })
    const week = daily(['09:00', '12:00']).filter(({ weekday }) => weekday !== 2)
    expect(times(day, { closed, week })).toMatchObject({ none: 'closed' })
  })
  test('a job that is longer than every opening span of the day has no times', () => {
    const week = [...daily(['09:00', '10:00']), { weekday: 5, opens: '12:00', closes: '18:00' }]
    expect(times(day, { week, minutes: 120 })).toMatchObject({ starts: [], none: 'too short' })
  })
})

describe('short and long jobs', () => {
  const day = '2026-11-24'
  test('a job of one minute can begin in the last quarter', () => {
    expect(times(day, { minutes: 1, week: daily(['09:00', '09:31']) }).starts).toEqual(['09.00', '09.15', '09.30'])
    expect(times(day, { minutes: 1, week: daily(['09:00', '09:30']) }).starts).toEqual(['09.00', '09.15'])
  })
  test('a job of 14 hours that fits between opening and closing ends by closing time', () => {
    expect(times(day, { minutes: 840, week: daily(['07:00', '21:30']) }).starts).toEqual(['07.00', '07.30'])
  })
  test('a job longer than the opening hours can start at any time while the company is open, and run over midnight', () => {
    const found = times(day, { minutes: 840, week: daily(['09:00', '17:00']) })
    expect(found.starts.at(0)).toBe('09.00')
    expect(found.starts.at(-1)).toBe('16.30')
  })
  test('a job longer than the opening hours may not run into a closed day', () => {
    const closed = [{ from: '2026-11-25', to: '2026-11-25', reason: 'Stängt' }]
    const found = times(day, { minutes: 840, week: daily(['09:00', '17:00']), closed })
    expect(found.starts).toEqual(['09.00', '09.30', '10.00'])
  })
  test('longestOpenMinutes counts the longest opening span to the minute', () => {
    expect(longestOpenMinutes(daily(['08:30', '11:45'], ['12:15', '17:05']))).toBe(290)
    expect(longestOpenMinutes([])).toBe(0)
  })
  test('opening hours that meet at midnight are one span, in which a job may run over midnight', () => {
    const week = daily(['00:00', '06:00'], ['20:00', '23:59'])
    expect(longestOpenMinutes(week)).toBe(600)
    const found = times(day, { minutes: 600, week })
    expect(found.starts).toEqual(['20.00'])
    expect(times(day, { minutes: 480, week }).starts).toEqual(['20.00', '20.30', '21.00', '21.30', '22.00'])
    // Closed on the next day, so the night ends at midnight.
    const closed = [{ from: '2026-11-25', to: '2026-11-25', reason: '' }]
    expect(times(day, { minutes: 240, week, closed }).starts).toEqual([
      '00.00',
      '00.30',
      '01.00',
      '01.30',
      '02.00',
      '20.00',
    ])
  })
  test('a company that is always open has 48 start times a day for a job of 14 hours', () => {
    const week = daily(['00:00', '23:59'])
    expect(times(day, { minutes: 840, week }).starts).toHaveLength(48)
  })
})

describe('daylight saving time', () => {
  const night = daily(['00:00', '06:00'])
  test('28 March 2027 has no time between two and three, and is an hour shorter', () => {
    const found = times('2027-03-28', { week: night })
    expect(found.starts).toEqual(['00.00', '00.30', '01.00', '01.30', '03.00', '03.30', '04.00', '04.30', '05.00'])
    expect(found.moments.at(-1)).toBe(Date.parse('2027-03-28T03:00:00Z'))
  })
  test('a job over the change keeps its length in elapsed time', () => {
    // On the day of the change to summer time, five hours from midnight end at 06.00 on the wall clock.
    expect(times('2027-03-28', { week: night, minutes: 300 }).starts).toEqual(['00.00'])
    expect(times('2027-03-28', { week: night, minutes: 360 })).toMatchObject({ starts: [], none: 'too short' })
    expect(times('2027-10-31', { week: night, minutes: 360 }).starts).toEqual(['00.00', '00.30', '01.00'])
  })
  test('31 October 2027 has the hour between two and three twice, as separate times', () => {
    const found = times('2027-10-31', { week: daily(['01:30', '04:00']) })
    expect(found.starts).toEqual([
      '01.30',
      '02.00 sommartid',
      '02.30 sommartid',
      '02.00 vintertid',
      '02.30 vintertid',
      '03.00',
    ])
    expect(new Set(found.moments).size).toBe(6)
    const held = [{ from: Date.parse('2027-10-31T00:00:00Z'), to: Date.parse('2027-10-31T01:00:00Z') }]
    expect(times('2027-10-31', { week: daily(['01:30', '04:00']), held }).starts).toEqual([
      '02.00 vintertid',
      '02.30 vintertid',
      '03.00',
    ])
  })
  test.each(['2027-03-28', '2027-10-31'])('an ordinary working day on %s follows wall-clock time', (day) => {
    expect(times(day).starts).toEqual(['09.00', '09.30', '10.00', '10.30', '11.00'])
  })
  test.each([
    ['2027-03-28', '2027-03-28T21:00:00Z'],
    ['2027-10-31', '2027-10-31T22:00:00Z'],
  ])('%s ends at midnight, although it does not have 24 hours', (day, last) => {
    const found = times(day, { week: daily(['21:00', '23:59']) })
    expect(found.starts).toEqual(['21.00', '21.30', '22.00', '22.30', '23.00'])
    expect(found.moments.at(-1)).toBe(Date.parse(last))
    // The evening of the previous day ends where this day begins.
    const before = times(daysAfter(day, -1), { week: daily(['21:00', '23:59']) })
    expect(before.starts.at(-1)).toBe('23.00')
  })
  test('an opening time in the skipped hour is moved to after the change', () => {
    expect(times('2027-03-28', { week: daily(['02:30', '05:00']) }).starts).toEqual(['03.30', '04.00'])
  })
  test('a job of 14 hours may run over the night of the change', () => {
    const found = times('2027-10-30', { minutes: 840, week: daily(['18:00', '20:00']) })
    expect(found.starts).toEqual(['18.00', '18.30', '19.00', '19.30'])
  })
})

test('a leap day has start times like any other day', () => {
  expect(times('2028-02-29').starts).toHaveLength(5)
  const days = openDays({ week: daily(['09:00', '12:00']), closed: [] }, '2028-02-28', 3).map(({ day }) => day)
  expect(days).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test.each([
  ['2027-03-28', '02:30', null],
  ['2027-02-29', '10:00', null],
  ['2028-02-29', '10:00', '2028-02-29T09:00:00Z'],
  ['2027-10-31', '02:30', '2027-10-31T00:30:00Z'],
  ['2027-06-01', '00:00', '2027-05-31T22:00:00Z'],
  ['2027-06-01', '24:00', null],
  ['', '', null],
])('momentOf converts Stockholm time %s %s to %s', (day, time, moment) => {
  expect(momentOf(day, time)).toBe(moment && Date.parse(moment))
})

test('dayAt changes day at midnight in Stockholm, not in UTC', () => {
  expect(dayAt(Date.parse('2027-06-01T21:59:59Z'))).toBe('2027-06-01')
  expect(dayAt(Date.parse('2027-06-01T22:00:00Z'))).toBe('2027-06-02')
})

describe('times of day', () => {
  const day = '2026-11-24'
  const at = (time: string, on = day) => momentOf(on, time) ?? Number.NaN
  // A Tuesday, with a lunch break.
  const week: WeekSpan[] = [
    { weekday: 2, opens: '09:00', closes: '12:00' },
    { weekday: 2, opens: '13:00', closes: '17:00' },
  ]
  const wanted = { durationMin: 60, bufferMin: 30, noticeHours: 24, isLongerThanOpen: false }
  const why = (
    time: string,
    given: { now?: string; held?: [string, string][]; closed?: boolean; on?: string } = {},
  ) => {
    const on = given.on ?? day
    const closed = given.closed ? [{ from: day, to: day, reason: 'Sjuka' }] : []
    const [open] = openDays({ week, closed }, on, 1)
    if (!open) throw new Error('no day')
    const held = (given.held ?? []).map(([from, to]) => ({ from: at(from), to: at(to) }))
    return whyNotAt(open, at(time, on), held, 1, wanted, at(given.now ?? '00:00'))
  }

  describe('whyNotAt', () => {
    test.each<[string, Parameters<typeof why>, string | null]>([
      ['at opening time', ['09:00'], null],
      ['a minute before opening', ['08:59'], 'closed'],
      ['a job that ends at closing time', ['11:00'], null],
      ['a job that ends a minute after closing', ['11:01'], 'too short'],
      ['a start at closing time', ['12:00'], 'closed'],
      ['after the break', ['13:00'], null],
      ['a job that ends at the last closing time', ['16:00'], null],
      ['a start at the last closing time', ['17:00'], 'closed'],
      ['a start right now', ['13:00', { now: '13:00' }], 'too soon'],
      ['a start a minute from now, for which no notice is asked here', ['13:01', { now: '13:00' }], null],
      ['a buffer that ends when another job begins', ['09:00', { held: [['10:30', '11:00']] }], null],
      ['a buffer that overlaps another job', ['09:01', { held: [['10:30', '11:00']] }], 'full'],
      ['a start when another job ends', ['11:00', { held: [['10:30', '11:00']] }], null],
      ['a day within a temporary closure', ['09:00', { closed: true }], 'closed for a while'],
      ['a day without opening hours', ['09:00', { on: '2026-11-25' }], 'closed'],
    ])('gives the reason why a time cannot be booked, to the minute: %s', (_, asked, none) => {
      expect(why(...asked)).toBe(none)
    })
  })

  test.each<[string, WeekSpan[], number]>([
    ['no opening hours', [], 0],
    ['one span, in the time format of the database', [{ weekday: 1, opens: '09:15:00', closes: '12:30:00' }], 195],
    ['a span until midnight', [{ weekday: 1, opens: '22:00', closes: '23:59' }], 120],
    [
      'a night from Sunday to Monday',
      [
        { weekday: 7, opens: '20:00', closes: '23:59' },
        { weekday: 1, opens: '00:00', closes: '04:00' },
      ],
      480,
    ],
    [
      'two spans with a break between',
      [
        { weekday: 1, opens: '08:00', closes: '12:00' },
        { weekday: 1, opens: '13:00', closes: '16:59' },
      ],
      240,
    ],
  ])('longestOpenMinutes finds the longest opening span: %s', (_, spans, minutes) => {
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
  ])('momentOf returns null for %s %s', (on, time) => {
    expect(momentOf(on, time)).toBeNull()
  })
})
