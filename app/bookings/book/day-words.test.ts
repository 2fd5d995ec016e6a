import { expect, test } from 'vitest'
import type { DayTimes, NoTime } from './availability'
import { reasonsFor, spokenDay, whyNot } from './day-words'

const day = (date: string, none: NoTime | null, closedBecause: string | null = null): DayTimes => ({
  day: date,
  starts: none ? [] : [1],
  none,
  closedBecause,
})

test('a day is written with weekday and date, and a closed period with its reason', () => {
  expect(spokenDay('2026-11-24')).toBe('tisdag 24 november')
  expect(whyNot(day('2026-11-24', 'closed for a while', 'Julledigt'))).toBe('Stängt: Julledigt')
  expect(whyNot(day('2026-11-24', 'closed for a while', ''))).toBe('Stängt')
})

test('weekdays are listed from Monday, also when a Sunday comes first', () => {
  expect(reasonsFor(['2026-11-22', '2026-11-23', '2026-11-25'].map((date) => day(date, 'closed')))).toEqual([
    { why: 'Stängt', days: 'måndagar, onsdagar och söndagar' },
  ])
})

test('closed weekdays are listed by name, other unavailable days by date, and free days not at all', () => {
  expect(
    reasonsFor([
      day('2026-11-20', 'too soon'),
      day('2026-11-21', 'closed'),
      day('2026-11-22', 'closed'),
      day('2026-11-23', null),
      day('2026-11-24', 'full'),
      day('2026-11-28', 'closed'),
      day('2026-11-30', 'full'),
      day('2026-12-01', 'full'),
      day('2026-12-24', 'closed for a while', 'Julledigt'),
      day('2026-12-25', 'closed for a while', 'Julledigt'),
    ]),
  ).toEqual([
    { why: 'För kort varsel', days: '20 nov.' },
    { why: 'Stängt', days: 'lördagar och söndagar' },
    { why: 'Fullbokat', days: '24 nov. och 30 nov. – 1 dec.' },
    { why: 'Stängt: Julledigt', days: '24 dec. – 25 dec.' },
  ])
})
