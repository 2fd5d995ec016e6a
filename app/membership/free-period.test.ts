import { describe, expect, test } from 'vitest'
import { daysBetween } from '~/shared/time'
import { addMonths, layOut, REWARD_MONTHS, TRIAL_DAYS } from './free-period'

const tip = (id: string, grantedOn: string) => ({ id, months: 12, grantedOn })
const paid = (paidFrom: string, paidUntil: string, paidOn = paidFrom) => ({ paidFrom, paidUntil, paidOn })

describe('given months', () => {
  test('begin when the trial ends', () => {
    expect(layOut('2026-12-20', [tip('a', '2026-11-20')])).toEqual({
      periods: [{ id: 'a', freeFrom: '2026-12-20', freeUntil: '2027-12-20' }],
      coveredUntil: '2027-12-20',
    })
  })

  test('begin on the day they are given when the free time is over', () => {
    expect(layOut('2026-12-20', [tip('a', '2027-03-05')]).periods).toEqual([
      { id: 'a', freeFrom: '2027-03-05', freeUntil: '2028-03-05' },
    ])
  })

  test('follow one after another', () => {
    const { periods } = layOut('2026-12-20', [tip('a', '2026-11-20'), tip('b', '2026-11-20'), tip('c', '2029-06-01')])
    expect(periods.map(({ freeFrom, freeUntil }) => [freeFrom, freeUntil])).toEqual([
      ['2026-12-20', '2027-12-20'],
      ['2027-12-20', '2028-12-20'],
      ['2029-06-01', '2030-06-01'],
    ])
  })

  test('given one at a time are as long as given together, also at month ends', () => {
    const one = (id: string) => ({ id, months: 1, grantedOn: '2026-12-20' })
    expect(layOut('2026-12-31', [one('a'), one('b'), one('c')]).periods).toEqual([
      { id: 'a', freeFrom: '2026-12-31', freeUntil: '2027-01-31' },
      { id: 'b', freeFrom: '2027-01-31', freeUntil: '2027-02-28' },
      { id: 'c', freeFrom: '2027-02-28', freeUntil: '2027-03-31' },
    ])
    expect(layOut('2026-12-31', [{ ...one('a'), months: 3 }]).coveredUntil).toBe('2027-03-31')
  })

  test('begin on the day they are given after a gap, or on the day that the last paid month ended', () => {
    const one = (id: string, grantedOn: string) => ({ id, months: 1, grantedOn })
    expect(layOut('2026-12-31', [one('a', '2027-02-12'), one('b', '2027-02-12')]).coveredUntil).toBe('2027-04-12')
    const history = [paid('2027-01-28', '2027-02-28'), paid('2027-02-28', '2027-03-31'), one('a', '2027-03-01')]
    expect(layOut('2027-01-28', history).coveredUntil).toBe('2027-04-30')
  })

  test('leave the others as if they had never been, when taken back', () => {
    const [a, b] = [tip('a', '2026-11-20'), tip('b', '2027-02-01')]
    expect(layOut('2026-12-20', [a, b]).coveredUntil).toBe('2028-12-20')
    expect(layOut('2026-12-20', [b]).periods).toEqual([{ id: 'b', freeFrom: '2027-02-01', freeUntil: '2028-02-01' }])
  })

  test('begin after months paid by then, and a month paid later follows them', () => {
    const history = [
      paid('2026-12-20', '2027-01-20'),
      tip('a', '2026-12-22'),
      paid('2028-01-20', '2028-02-20', '2027-12-01'),
    ]
    expect(layOut('2026-12-20', history)).toEqual({
      periods: [{ id: 'a', freeFrom: '2027-01-20', freeUntil: '2028-01-20' }],
      coveredUntil: '2028-02-20',
    })
  })

  test('let a month that was paid to follow them begin earlier, when taken back', () => {
    const month = paid('2027-12-20', '2028-01-20', '2026-12-01')
    expect(layOut('2026-12-20', [tip('a', '2026-11-20'), month]).coveredUntil).toBe('2028-01-20')
    expect(layOut('2026-12-20', [month]).coveredUntil).toBe('2027-01-20')
  })

  test('begin after the days that a pause gave, which also leave a month that was paid in them where it is', () => {
    const [pause, month] = [{ goesOnUntil: '2027-03-17' }, paid('2027-03-17', '2027-04-17', '2027-03-11')]
    expect(layOut('2027-01-31', [pause, tip('a', '2027-03-11')]).periods).toEqual([
      { id: 'a', freeFrom: '2027-03-17', freeUntil: '2028-03-17' },
    ])
    expect(layOut('2027-01-31', [pause, month]).coveredUntil).toBe('2027-04-17')
    // Time that was covered further by then is not cut short.
    expect(layOut('2027-03-20', [pause]).coveredUntil).toBe('2027-03-20')
  })

  test('do not shorten a month paid on its day below the days on its receipt', () => {
    expect(layOut('2027-02-28', [paid('2027-02-28', '2027-03-31')]).coveredUntil).toBe('2027-03-31')
  })

  test('do not move a month that was paid late from the days on its receipt', () => {
    expect(layOut('2026-12-20', [paid('2026-12-20', '2027-01-20', '2026-12-30')]).coveredUntil).toBe('2027-01-20')
  })
})

test.each([
  ['2027-01-31', 31, '2027-02-28'],
  ['2027-02-28', 31, '2027-03-31'],
  ['2027-03-31', 31, '2027-04-30'],
  ['2027-12-15', 15, '2028-01-15'],
  ['2028-01-30', 30, '2028-02-29'],
])('the month after the one that began on %s with billing day %i begins on %s', (day, billingDay, next) => {
  expect(addMonths(day, 1, billingDay)).toBe(next)
})

test('the trial is thirty days, and a recruited company gives twelve months', () => {
  expect([TRIAL_DAYS, REWARD_MONTHS]).toEqual([30, 12])
})

test('daysBetween is not affected by a clock change', () => {
  expect(daysBetween('2027-03-27', '2027-03-29')).toBe(2)
  expect(daysBetween('2027-10-31', '2027-10-30')).toBe(-1)
})

test.each([
  ['2026-11-20', 12, '2027-11-20'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-11-01', 14, '2028-01-01'],
])('%s plus %i months is %s', (day, months, then) => {
  expect(addMonths(day, months)).toBe(then)
})
