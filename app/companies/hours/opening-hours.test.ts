import { describe, expect, test } from 'vitest'
import { openState, type Span, weekOf } from './opening-hours'

const hours: Span[] = [
  { weekday: 1, opens: '13:00', closes: '17:00' },
  { weekday: 1, opens: '09:00', closes: '12:00' },
  { weekday: 3, opens: '09:00', closes: '18:30' },
]

test('a week lists seven days in order, with breaks, and marks today', () => {
  const week = weekOf(hours, 3)
  expect(week.map(({ name, spans }) => `${name}: ${spans.join(', ')}`)).toEqual([
    'måndag: 09.00–12.00, 13.00–17.00',
    'tisdag: ',
    'onsdag: 09.00–18.30',
    'torsdag: ',
    'fredag: ',
    'lördag: ',
    'söndag: ',
  ])
  expect(week.filter(({ isToday }) => isToday).map(({ name }) => name)).toEqual(['onsdag'])
})

describe('the open state', () => {
  test.each([
    // a Monday
    [1, '08:59', 'Öppnar 09.00'],
    [1, '09:00', 'Öppet till 12.00'],
    [1, '12:00', 'Öppnar 13.00'],
    [1, '16:59', 'Öppet till 17.00'],
    [1, '17:00', 'Öppnar på onsdag 09.00'],
    [2, '10:00', 'Öppnar i morgon 09.00'],
    [3, '18:30', 'Öppnar på måndag 09.00'],
    [7, '23:00', 'Öppnar i morgon 09.00'],
  ])('on weekday %i at %s is "%s"', (weekday, time, said) => {
    expect(openState(hours, [], { day: '2026-11-02', weekday, time })).toBe(said)
  })

  test.each([
    ['2026-12-23', 'Öppet till 18.30'],
    ['2026-12-24', 'Stängt just nu'],
    ['2027-01-06', 'Stängt just nu'],
    ['2027-01-07', 'Öppet till 18.30'],
  ])('counts the first and last day of a closed period as closed: %s', (day, said) => {
    const closed = [{ from: '2026-12-24', to: '2027-01-06', reason: 'jul' }]
    expect(openState(hours, closed, { day, weekday: 3, time: '10:00' })).toBe(said)
  })

  test.each([
    ['the next open day is closed', '2026-11-02', '2026-11-04', '2026-11-08', 'Öppnar på måndag 09.00'],
    ['tomorrow is closed', '2026-11-03', '2026-11-04', '2026-11-04', 'Öppnar på måndag 09.00'],
    ['more than a week is closed', '2026-11-02', '2026-11-03', '2026-11-20', 'Stängt just nu'],
    ['the closed day is tomorrow', '2026-11-08', '2026-11-09', '2026-11-09', 'Öppnar på onsdag 09.00'],
  ])('does not name a closed day as the next open one when %s', (_, day, from, to, said) => {
    const weekday = ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1
    const now = { day, weekday, time: '20:00' }
    expect(openState(hours, [{ from, to, reason: '' }], now)).toBe(said)
  })

  test('is null for a company without opening hours', () => {
    expect(openState([], [], { day: '2026-11-02', weekday: 1, time: '10:00' })).toBeNull()
  })
})
