import { describe, expect, test } from 'vitest'
import { comingOn, daysOf, lastDayMade, withinReach } from './coming.server'
import { rhythmLabel, rhythmWords, weeksFrom } from './rhythm'
import { asComing, comingLine, comingWords, leftOutWords, whyLeftOut } from './series-words'

const start = Date.parse('2026-12-03T09:00:00Z')
const week = 7 * 86_400_000
const one = { start, none: null, closedBecause: null, holiday: null }

test.each([
  [1, 'Varje vecka', 'Upprepas varje vecka'],
  [2, 'Varannan vecka', 'Upprepas varannan vecka'],
  [4, 'Var fjärde vecka', 'Upprepas var fjärde vecka'],
] as const)('every %i weeks is parsed from a form and put in words', (weeks, label, words) => {
  expect([weeksFrom(String(weeks)), weeksFrom(weeks), rhythmLabel(weeks), rhythmWords(weeks)]).toEqual([
    ...[weeks, weeks, label, words],
  ])
})
test.each(['3', '0', '', undefined, null, '01', '1.0'])('weeksFrom returns undefined for %j', (text) => {
  expect(weeksFrom(text)).toBeUndefined()
})

describe('why a day is left out', () => {
  test.each([
    [{ none: 'holiday', holiday: 'Juldagen' }, 'Helgdag: juldagen'],
    [{ none: 'closed for a while', closedBecause: 'Semester' }, 'Stängt: Semester'],
    [{ none: 'closed for a while', closedBecause: '' }, 'Stängt den tiden'],
    [{ none: 'closed for a while' }, 'Stängt den tiden'],
    [{ none: 'closed', closedBecause: 'Semester' }, 'Stängt den tiden'],
    [{ none: 'too short' }, 'Öppettiden räcker inte'],
    [{ none: 'too soon' }, 'För nära inpå'],
    [{ none: 'full' }, 'Upptaget den tiden'],
    [{ none: 'full', holiday: 'Juldagen' }, 'Upptaget den tiden'],
  ] as const)('is put in words: %o is %s', (given, words) => {
    const told = { ...one, ...given }
    expect(whyLeftOut(told)).toBe(words)
    expect(comingLine(told)).toEqual({ when: 'tors 3 dec.', why: words, holiday: null })
  })

  test('is null for a day that is booked', () => {
    expect(comingLine({ ...one, holiday: 'Juldagen' })).toEqual({ when: 'tors 3 dec.', why: null, holiday: 'Juldagen' })
    expect(asComing({ startsAt: new Date(start) })).toEqual(one)
  })
})

test('comingWords lists the coming and the skipped days, for a requested and for an agreed series', () => {
  const next = { ...one, start: start + 2 * week }
  const left = { ...one, start: start + 3 * week, none: 'holiday', holiday: 'Julafton' } as const
  expect(comingWords(2, true, [one, next, left])).toEqual([
    'Upprepas varannan vecka, samma tid. Bokat är också tors 3 dec. och tors 17 dec.',
    'Det här hoppas över: tors 24 dec. (helgdag: julafton).',
  ])
  expect(comingWords(2, true, [])).toEqual(['Upprepas varannan vecka, samma tid.'])
  expect(comingWords(1, false, [one])).toEqual([
    'Upprepas varje vecka, samma tid. Ett ja gäller alla gånger, så här långt också tors 3 dec.',
  ])
  expect(comingWords(1, false, [left])[0]).toBe('Upprepas varje vecka, samma tid. Ett ja gäller alla gånger.')
  expect(leftOutWords([one])).toEqual([])
})

describe('the days of a series', () => {
  const now = new Date('2026-11-26T09:00:00Z')
  const rhythm = { weeks: 2, time: '10:00', onHolidays: false } as const

  test('are the given weeks apart, with the first and the last included', () => {
    expect(daysOf('2026-12-03', 2, '2026-12-31')).toEqual(['2026-12-03', '2026-12-17', '2026-12-31'])
    expect(daysOf('2026-12-03', 1, '2026-12-02')).toEqual([])
    expect(lastDayMade(now)).toBe('2027-02-24')
  })

  test('are decided up to the last bookable day, without any that has begun, and continue after them', () => {
    const from = (nextDay: string, moment = now) => withinReach({ ...rhythm, nextDay }, moment)
    expect(from('2027-02-24')).toEqual({ days: ['2027-02-24'], nextDay: '2027-03-10' })
    expect(from('2027-02-25')).toEqual({ days: [], nextDay: '2027-02-25' })
    const on = (time: string) => from('2026-11-26', new Date(`2026-11-26T${time}Z`)).days[0]
    expect([on('08:59:59'), on('09:00:00')]).toEqual(['2026-11-26', '2026-12-10'])
  })

  test.each<[string, Parameters<typeof comingOn>[0], string, object]>([
    ['an ordinary day', rhythm, '2026-12-03', { none: null, holiday: null }],
    ['a holiday', rhythm, '2026-12-24', { none: 'holiday', holiday: 'Julafton' }],
    ['a series also on holidays', { ...rhythm, onHolidays: true }, '2026-12-24', { none: null, holiday: 'Julafton' }],
    ['a holiday at the turn of the year', rhythm, '2027-01-01', { none: 'holiday', holiday: 'Nyårsdagen' }],
  ])('are booked, or left out as holidays: %s', (_, of, day, words) => {
    const asked: unknown[] = []
    const coming = comingOn(of, day, (on, at) => {
      asked.push([on, new Date(at).toISOString()])
      return { none: null, closedBecause: null }
    })
    expect(coming).toMatchObject({ day, start: Date.parse(`${day}T09:00:00Z`), closedBecause: null, ...words })
    expect(asked).toEqual([[day, `${day}T09:00:00.000Z`]])
  })

  test('are closed when the company is, also on a holiday', () => {
    const none = { none: 'closed for a while', closedBecause: 'Jul' } as const
    expect(comingOn(rhythm, '2026-12-24', () => none)).toMatchObject(none)
  })
})
