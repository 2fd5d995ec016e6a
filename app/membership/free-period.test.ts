import { describe, expect, test } from 'vitest'
import { addMonths, layOut, type MemberStatus, statusWith } from './free-period'

const tip = (id: string, grantedOn: string) => ({ id, months: 12, grantedOn })

describe('given months', () => {
  test('begin when the trial ends', () => {
    expect(layOut('2026-12-20', [tip('a', '2026-11-20')])).toEqual([
      { id: 'a', freeFrom: '2026-12-20', freeUntil: '2027-12-20' },
    ])
  })

  test('begin on the day they are given when the free time is over', () => {
    expect(layOut('2026-12-20', [tip('a', '2027-03-05')])).toEqual([
      { id: 'a', freeFrom: '2027-03-05', freeUntil: '2028-03-05' },
    ])
  })

  test('are laid one after another', () => {
    const periods = layOut('2026-12-20', [tip('a', '2026-11-20'), tip('b', '2026-11-20'), tip('c', '2029-06-01')])
    expect(periods.map(({ freeFrom, freeUntil }) => [freeFrom, freeUntil])).toEqual([
      ['2026-12-20', '2027-12-20'],
      ['2027-12-20', '2028-12-20'],
      ['2029-06-01', '2030-06-01'],
    ])
  })

  test('taken back, leave the others as if they had never been', () => {
    const [a, b] = [tip('a', '2026-11-20'), tip('b', '2027-02-01')]
    expect(layOut('2026-12-20', [a, b]).at(-1)?.freeUntil).toBe('2028-12-20')
    expect(layOut('2026-12-20', [b])).toEqual([{ id: 'b', freeFrom: '2027-02-01', freeUntil: '2028-02-01' }])
  })
})

test.each([
  ['2026-11-20', 12, '2027-11-20'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-11-01', 14, '2028-01-01'],
])('%s and %i months is %s', (day, months, then) => {
  expect(addMonths(day, months)).toBe(then)
})

test.each<[MemberStatus, string | null, MemberStatus]>([
  ['trial', '2027-12-20', 'free'],
  ['active', '2027-12-20', 'free'],
  ['past_due', '2027-12-20', 'free'],
  ['ended', '2027-12-20', 'free'],
  ['free', '2027-12-20', 'free'],
  ['free', null, 'trial'],
  ['free', '2026-11-20', 'trial'],
  ['active', null, 'active'],
  ['trial', null, 'trial'],
])('%s, free until %s, is %s', (status, freeUntil, then) => {
  expect(statusWith(status, freeUntil, '2026-11-20')).toBe(then)
})
