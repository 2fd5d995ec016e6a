import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Assumed, type AssumptionName, assumed, assumptionGroups, assumptions } from './assumptions'
import { assumedScenario, type Figures, savingsOf } from './savings'
import { headlinesFrom } from './summary'

const one = savingsOf(assumed, assumedScenario(assumed))

const anyScenario = fc.record({
  households: fc.integer({ min: 0, max: 5000 }),
  activePercent: fc.integer({ min: 0, max: 100 }),
  postcodes: fc.integer({ min: 1, max: 1000 }),
})

/** Arbitrary assumptions: each scaled by up to a factor of ten either way. */
const anyAssumed: fc.Arbitrary<Assumed> = fc
  .array(fc.double({ min: 0.1, max: 10, noNaN: true }), {
    minLength: Object.keys(assumed).length,
    maxLength: Object.keys(assumed).length,
  })
  .map(
    (factors) =>
      Object.fromEntries(
        Object.entries(assumed).map(([name, value], at) => [name, value * (factors[at] ?? 1)]),
      ) as Assumed,
  )

/** Ratios per visit or household, which do not change when the neighbourhood grows. */
const ratios: (keyof Figures)[] = ['kmPerVisit', 'familyHoursPerHousehold']
const amounts = (Object.keys(one) as (keyof Figures)[]).filter((name) => !ratios.includes(name))

describe('the calculation with the specified assumptions', () => {
  test('has five results that follow from its assumptions', () => {
    expect(headlinesFrom(one).map(({ figure }) => figure.replaceAll('\u00a0', ' '))).toEqual([
      '1,1 ton',
      '275 tim',
      '144 000 kr',
      '97 000 kr',
      '234 000 kr',
    ])
  })

  test.each<[keyof Figures, number]>([
    ['activeHouseholds', 200],
    ['visits', 4800],
    ['km', 6875],
    ['hours', 275],
    ['litres', 481.25],
    ['co2Kg', 1100],
    ['drivingKr', 82_500],
    ['fuelKr', 9_625],
    ['adminKr', 4_800],
    ['companyKr', 96_925],
    ['customerKr', 144_000],
    ['societyKr', 233_900],
    ['turnoverKr', 15_000],
    ['marketingKr', 20_000],
    ['customerTripKr', 3_360],
    ['familyHours', 2_400],
  ])('%s is %d', (name, value) => {
    expect(one[name]).toBeCloseTo(value, 6)
  })

  test('states as many visits as its other assumptions give', () => {
    expect(one.visits).toBe(assumed.visitsPerYear)
  })
})

describe('the calculation of savings', () => {
  test('is proportional to households, active share and postcodes', () => {
    fc.assert(
      fc.property(anyAssumed, anyScenario, fc.integer({ min: 1, max: 20 }), (table, scenario, factor) => {
        const before = savingsOf(table, scenario)
        for (const dial of ['households', 'activePercent', 'postcodes'] as const) {
          const after = savingsOf(table, { ...scenario, [dial]: scenario[dial] * factor })
          for (const name of amounts) expectClose(after[name], before[name] * factor)
        }
      }),
    )
  })

  test('never decreases with one more household', () => {
    fc.assert(
      fc.property(anyAssumed, anyScenario, (table, scenario) => {
        const before = savingsOf(table, scenario)
        const after = savingsOf(table, { ...scenario, households: scenario.households + 1 })
        for (const name of amounts) expect(after[name]).toBeGreaterThanOrEqual(before[name])
      }),
    )
  })

  test('gives finite figures that are not negative, and zero when nobody takes part', () => {
    fc.assert(
      fc.property(anyAssumed, anyScenario, (table, scenario) => {
        for (const value of Object.values(savingsOf(table, scenario))) {
          expect(Number.isFinite(value)).toBe(true)
          expect(value).toBeGreaterThanOrEqual(0)
        }
      }),
    )
    const empty = savingsOf(assumed, { households: 0, activePercent: 0, postcodes: 1 })
    for (const name of amounts) expect(empty[name]).toBe(0)
  })
})

describe('the table of assumptions', () => {
  test('is shown whole, each row with a label and a reason', () => {
    const shown = assumptionGroups.flatMap(({ members }) => members)
    expect(shown).toHaveLength(Object.keys(assumptions).length)
    for (const { label, reason, value } of shown) {
      expect(label).not.toBe('')
      expect(reason).toMatch(/\.$/)
      expect(value).toBeGreaterThan(0)
    }
  })

  test.each(Object.keys(assumptions) as AssumptionName[])('has no unused row: %s changes some figure', (name) => {
    const changed = { ...assumed, [name]: assumed[name] * 1.5 }
    expect(savingsOf(changed, assumedScenario(changed))).not.toEqual(one)
  })
})

function expectClose(actual: number, expected: number) {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)))
}
