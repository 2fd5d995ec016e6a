import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askedIn, dials, trialOf } from './trial'

const asked = (query: string) => trialOf(askedIn(new URLSearchParams(query)))

test('an address without numbers gives the assumed scenario', () => {
  expect(asked('')).toEqual({
    scenario: { households: 1000, activePercent: 20, postcodes: 1 },
    numbers: { hushall: 1000, andel: 20 },
    fields: {},
  })
})

describe('a typed value', () => {
  test.each([
    ['hushall=1234&andel=7', 1234, 7],
    ['hushall=1+500&andel=35+%25', 1500, 35],
    ['hushall=100&andel=100', 100, 100],
    ['hushall=5000&andel=1', 5000, 1],
  ])('is accepted: %s', (query, hushall, andel) => {
    expect(asked(query)).toMatchObject({ numbers: { hushall, andel }, fields: {} })
  })

  test.each([
    ['hushall=99', 100],
    ['hushall=-40', 100],
    ['hushall=5001', 5000],
    ['hushall=99999999999999999999999999', 5000],
    ['hushall=', 1000],
    ['hushall=abc', 1000],
    ['hushall=1e3', 1000],
    ['hushall=12.5', 1000],
    ['hushall=NaN', 1000],
  ])('is refused at the field: %s, and %d is used meanwhile', (query, used) => {
    const trial = asked(query)
    expect(trial.numbers.hushall).toBe(used)
    expect(trial.fields.hushall).toMatch(
      /^Skriv ett helt tal från 100 till 5\s000\shushåll\. Så länge räknar vi med [15]/,
    )
    expect(trial.fields.andel).toBeUndefined()
  })

  test.each([
    ['andel=0', 1],
    ['andel=101', 100],
    ['andel=', 20],
  ])('is refused at its own field: %s', (query, used) => {
    const trial = asked(query)
    expect(trial.numbers).toEqual({ hushall: 1000, andel: used })
    expect(Object.keys(trial.fields).filter((name) => trial.fields[name as 'andel'] !== undefined)).toEqual(['andel'])
    expect(trial.fields.andel).toBe(`Skriv ett helt tal från 1 till 100\u00a0%. Så länge räknar vi med ${used}.`)
  })

  test('never takes the calculation outside its limits', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (hushall, andel) => {
        const { numbers } = trialOf({ hushall, andel })
        expect(numbers.hushall).toBeGreaterThanOrEqual(dials.hushall.min)
        expect(numbers.hushall).toBeLessThanOrEqual(dials.hushall.max)
        expect(numbers.andel).toBeGreaterThanOrEqual(dials.andel.min)
        expect(numbers.andel).toBeLessThanOrEqual(dials.andel.max)
      }),
    )
  })
})
