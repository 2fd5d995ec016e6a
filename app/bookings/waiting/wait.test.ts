import { describe, expect, test } from 'vitest'
import { type Asked, fits, offerSpan, timeFor } from './wait'

const at = (text: string) => Date.parse(text)

describe('whether a free time fits a wait', () => {
  test.each([
    ['2026-12-01', 'Förmiddag', 'any', true],
    ['2026-12-03', 'Kväll', 'any', true],
    ['2026-11-30', 'Förmiddag', 'any', false],
    ['2026-12-04', 'Förmiddag', 'any', false],
    ['2026-12-02', 'Natt', 'morning', true],
    ['2026-12-02', 'Förmiddag', 'morning', true],
    ['2026-12-02', 'Eftermiddag', 'morning', false],
    ['2026-12-02', 'Eftermiddag', 'afternoon', true],
    ['2026-12-02', 'Kväll', 'afternoon', false],
    ['2026-12-02', 'Kväll', 'evening', true],
    ['2026-12-02', 'Natt', 'evening', false],
  ] as const)('%s %s for %s: %s', (day, part, wanted, does) => {
    expect(fits({ from: '2026-12-01', to: '2026-12-03', part: wanted }, { day, part })).toBe(does)
  })
})

describe('offerSpan', () => {
  // A night in winter time, from 21.00 to 07.00 in Stockholm.
  const nightEnd = (moment: number) => {
    const hour = new Date(moment).getUTCHours() + 1
    if (hour >= 7 && hour < 21) return null
    const day = new Date(moment - 6 * 3_600_000).toISOString().slice(0, 10)
    return at(`${day}T06:00:00Z`) + 86_400_000
  }
  test.each([
    ['in the morning', '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z', '2026-12-01T10:00:00Z'],
    ['just before the night', '2026-12-01T17:59:00Z', '2026-12-01T17:59:00Z', '2026-12-01T19:59:00Z'],
    ['in the evening', '2026-12-01T19:00:00Z', '2026-12-01T19:00:00Z', '2026-12-02T07:00:00Z'],
    ['late at night', '2026-12-01T22:30:00Z', '2026-12-02T06:00:00Z', '2026-12-02T08:00:00Z'],
    ['before dawn', '2026-12-02T03:00:00Z', '2026-12-02T06:00:00Z', '2026-12-02T08:00:00Z'],
  ])('announces an offer outside the night, and holds it for two hours of the day: %s', (_, now, tell, until) => {
    expect(offerSpan(at(now), nightEnd)).toEqual({ tell: at(tell), until: at(until) })
  })
})

describe('timeFor', () => {
  const noon = at('2026-12-01T11:00:00Z')
  const starts = ['2026-12-01T13:00:00Z', '2026-12-01T15:00:00Z', '2026-12-02T09:00:00Z', '2026-12-02T11:00:00Z']
  const free = starts.map((start) => {
    const hour = Number(start.slice(11, 13))
    return { start: at(start), day: start.slice(0, 10), part: hour < 11 ? 'Förmiddag' : 'Eftermiddag' } as const
  })
  const asked = (from: string, answer: Asked['answer']): Asked => ({
    from: at(from),
    to: at(from) + 3_600_000,
    day: from.slice(0, 10),
    answer,
  })
  const wanted = { from: '2026-12-01', to: '2026-12-02', part: 'any' } as const
  const given = { wanted, free, asked: [], span: { tell: noon, until: noon + 2 * 3_600_000 } }
  const service = { durationMin: 60, noticeHours: 0 }
  const timeOf = (change: object) => {
    const time = timeFor({ ...given, service, ...change })
    return time && [new Date(time.start).toISOString().slice(0, 16), (time.until - noon) / 60_000]
  }

  test.each<[string, object, [string, number] | null]>([
    ['the first free time', {}, ['2026-12-01T13:00', 120]],
    ['held no longer than the notice allows', { service: { ...service, noticeHours: 1 } }, ['2026-12-01T13:00', 60]],
    ['a time too soon to answer for', { service: { ...service, noticeHours: 2 } }, ['2026-12-01T15:00', 120]],
    ['half an hour left to answer', { service: { ...service, noticeHours: 1.5 } }, ['2026-12-01T13:00', 30]],
    ['less than half an hour left', { service: { ...service, noticeHours: 91 / 60 } }, ['2026-12-01T15:00', 120]],
    [
      'a declined time that ends when this one begins',
      { asked: [asked('2026-12-01T12:00:00Z', 'declined')] },
      ['2026-12-01T13:00', 120],
    ],
    [
      'a declined time that begins when this one ends',
      { asked: [asked('2026-12-01T14:00:00Z', 'declined')] },
      ['2026-12-01T13:00', 120],
    ],
    ['a declined time', { asked: [asked(starts[0] ?? '', 'declined')] }, ['2026-12-01T15:00', 120]],
    ['an overlapping decline', { asked: [asked('2026-12-01T12:30:00Z', 'declined')] }, ['2026-12-01T15:00', 120]],
    ['a day with an unanswered offer', { asked: [asked(starts[1] ?? '', 'lapsed')] }, ['2026-12-02T09:00', 120]],
    [
      'only the wanted part of the day',
      { wanted: { ...wanted, from: '2026-12-02', part: 'afternoon' } },
      ['2026-12-02T11:00', 120],
    ],
    ['no free time on the wanted days', { wanted: { ...wanted, from: '2026-12-03', to: '2026-12-09' } }, null],
    ['no free time at all', { free: [] }, null],
  ])(
    'picks the first free time that fits, can be answered in time and was not refused before: %s',
    (_, change, time) => {
      expect(timeOf(change)).toEqual(time)
    },
  )
})
