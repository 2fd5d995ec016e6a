import { expect, test } from 'vitest'
import { earnedMonths } from './earned-months'

const row = (month: `${number}-${number}`, providerGetsOre: number) => ({
  month,
  completed: 1,
  customerPaysOre: providerGetsOre + 30_00,
  feeOre: 30_00,
  providerGetsOre,
})

test('earnings show at least six and at most twelve months, newest first', () => {
  const young = earnedMonths([row('2027-01', 510_00), row('2027-02', 90_00)], '2027-02')
  expect(young.months.map(({ month, jobs, isNow }) => [month, jobs, isNow]).slice(0, 3)).toEqual([
    ['2027-02', 1, true],
    ['2027-01', 1, false],
    ['2026-12', 0, false],
  ])
  expect(young.months).toHaveLength(6)
  expect(young.total).toBe(600_00)
  // The month before the last twelve is neither shown nor in the sum.
  const old = earnedMonths([row('2026-02', 7_00), row('2026-03', 8_00)], '2027-02')
  expect(old.months).toHaveLength(12)
  expect(old.total).toBe(8_00)
})

test('earnings include a month that has only a correction or a job too small for a fee', () => {
  const corrected = { ...row('2026-05', -10_00), completed: 0, feeOre: -50 }
  expect(earnedMonths([corrected], '2027-02').months).toHaveLength(10)
  const tooSmall = { ...row('2026-05', 10), feeOre: 0 }
  expect(earnedMonths([tooSmall], '2027-02').months, 'and one whose only job was too small for a fee').toHaveLength(10)
  expect(earnedMonths([], '2027-02').months, 'of a company that has earned nothing half a year').toHaveLength(6)
})
