import { describe, expect, test } from 'vitest'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { parseWeek, weekValues } from './opening-hours-form'

const monday = (opens: string, closes: string) => ({ weekday: 1, opens, closes })

describe('a valid week of opening hours', () => {
  test.each([
    ['an empty form', {}, []],
    ['one span', { 'opens-1-1': '08:00', 'closes-1-1': '17:00' }, [monday('08:00', '17:00')]],
    [
      'times as hours alone and with a full stop',
      { 'opens-1-1': '8', 'closes-1-1': '17.30' },
      [monday('08:00', '17:30')],
    ],
    [
      'a break for lunch',
      { 'opens-1-1': '08:00', 'closes-1-1': '12:00', 'opens-1-2': '13:00', 'closes-1-2': '17:00' },
      [monday('08:00', '12:00'), monday('13:00', '17:00')],
    ],
    [
      'two spans with the later one first',
      { 'opens-1-1': '13:00', 'closes-1-1': '17:00', 'opens-1-2': '08:00', 'closes-1-2': '12:00' },
      [monday('08:00', '12:00'), monday('13:00', '17:00')],
    ],
    ['a span until 23.59', { 'opens-1-1': '00:00', 'closes-1-1': '23:59' }, [monday('00:00', '23:59')]],
    ['only the second span of a day', { 'opens-1-2': '13:00', 'closes-1-2': '17:00' }, [monday('13:00', '17:00')]],
    [
      'spans that touch',
      { 'opens-1-1': '08:00', 'closes-1-1': '12:00', 'opens-1-2': '12:00', 'closes-1-2': '17:00' },
      [monday('08:00', '12:00'), monday('12:00', '17:00')],
    ],
  ])('is parsed: %s', (_, values, spans) => {
    expect(valueFrom(parseWeek(values as Record<string, string>))).toEqual(spans)
  })

  test('copies Monday to all working days when they are alike, ignoring their own fields', () => {
    const values = {
      alike: 'on',
      'opens-1-1': '07:00',
      'closes-1-1': '16:00',
      'opens-3-1': 'skräp',
      'opens-6-1': '10:00',
      'closes-6-1': '14:00',
    }
    const spans = valueFrom(parseWeek(values))
    expect(spans.map(({ weekday, opens }) => `${weekday} ${opens}`)).toEqual([
      '1 07:00',
      '2 07:00',
      '3 07:00',
      '4 07:00',
      '5 07:00',
      '6 10:00',
    ])
  })
})

test.each([
  ['no closing time', { 'opens-2-1': '08:00' }, { 'closes-2-1': 'Fyll i när ni stänger på tisdag' }],
  ['no opening time', { 'closes-2-1': '08:00' }, { 'opens-2-1': 'Fyll i när ni öppnar på tisdag' }],
  [
    'closing before opening',
    { 'opens-2-1': '17:00', 'closes-2-1': '08:00' },
    { 'closes-2-1': 'Ni stänger innan ni öppnar på tisdag' },
  ],
  [
    'closing when opening',
    { 'opens-2-1': '08:00', 'closes-2-1': '08:00' },
    { 'closes-2-1': 'Ni stänger innan ni öppnar på tisdag' },
  ],
  [
    'midnight',
    { 'opens-2-1': '08:00', 'closes-2-1': '00:00' },
    { 'closes-2-1': 'Skriv 23.59 om ni stänger vid midnatt' },
  ],
  [
    'the 25th hour',
    { 'opens-2-1': '25:00', 'closes-2-1': '26:00' },
    { 'opens-2-1': 'Skriv en tid, till exempel 08.00', 'closes-2-1': 'Skriv en tid, till exempel 17.00' },
  ],
  [
    'the 60th minute',
    { 'opens-2-1': '08:60', 'closes-2-1': '17:00' },
    { 'opens-2-1': 'Skriv en tid, till exempel 08.00' },
  ],
  [
    'a word for a time',
    { 'opens-2-1': 'tidigt', 'closes-2-1': '17:00' },
    { 'opens-2-1': 'Skriv en tid, till exempel 08.00' },
  ],
  [
    'an overlap of two spans',
    { 'opens-2-1': '08:00', 'closes-2-1': '13:00', 'opens-2-2': '12:00', 'closes-2-2': '17:00' },
    { 'opens-2-2': 'Passen går in i varandra på tisdag' },
  ],
  [
    'a span within another',
    { 'opens-2-1': '10:00', 'closes-2-1': '11:00', 'opens-2-2': '08:00', 'closes-2-2': '17:00' },
    { 'opens-2-1': 'Passen går in i varandra på tisdag' },
  ],
  [
    'the same span twice',
    { 'opens-2-1': '08:00', 'closes-2-1': '17:00', 'opens-2-2': '08:00', 'closes-2-2': '17:00' },
    { 'opens-2-2': 'Passen går in i varandra på tisdag' },
  ],
])('%s in the opening hours is refused at its field', (_, values, fields) => {
  expect(refusalFrom(parseWeek(values as Record<string, string>)).fields).toEqual(fields)
})

test('opening hours survive a round trip through the form’s values', () => {
  const spans = [monday('08:00', '12:00'), monday('13:00', '17:00'), { weekday: 7, opens: '10:00', closes: '14:00' }]
  expect(weekValues(spans).alike).toBeUndefined()
  expect(valueFrom(parseWeek(weekValues(spans)))).toEqual(spans)
  const alike = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '17:00' }))
  expect(weekValues(alike).alike).toBe('on')
  expect(valueFrom(parseWeek(weekValues(alike)))).toEqual(alike)
  expect(weekValues([])).toEqual({ alike: 'on' })
})
