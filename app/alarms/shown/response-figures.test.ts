import { describe, expect, test } from 'vitest'
import { type AlarmTimes, figuresOf } from './response-figures'

const today = '2026-11-22'
const alarm = (takenS: number | null, rest: Partial<AlarmTimes> = {}): AlarmTimes => ({
  day: '2026-11-17',
  isTest: false,
  deliveredMs: null,
  takenMs: takenS === null ? null : takenS * 1000,
  onSiteMs: null,
  isSlip: false,
  ...rest,
})
const some = (count: number, takenS: number | null = 30) => Array.from({ length: count }, () => alarm(takenS))
const seconds = (of: number) => ({ kind: 'seconds', seconds: of })

describe('the response times', () => {
  test.each([
    ['of no alarms', [], { kind: 'few' }, { kind: 'few' }],
    ['of four alarms', some(4), { kind: 'few' }, { kind: 'few' }],
    ['of five alarms', [10, 20, 30, 40, 900].map((each) => alarm(each)), seconds(30), { kind: 'few' }],
    ['of ten alarms', [1, 2, 3, 4, 5, 6, 7, 8, 90, 900].map((each) => alarm(each)), seconds(5), seconds(90)],
    ['one of ten never taken', [...some(9, 20), ...some(1, null)], seconds(20), seconds(20)],
    ['two of ten never taken', [...some(8, 20), ...some(2, null)], seconds(20), { kind: 'not' }],
    ['most never taken', [...some(2), ...some(4, null)], { kind: 'not' }, { kind: 'few' }],
  ])('have a median and nine of ten: %s', (_, times, median, nineOfTen) => {
    expect(figuresOf(times, [], today).taken).toMatchObject({ median, nineOfTen })
  })

  test('leave out slips and tests, which are counted apart', () => {
    const times = [...some(5), ...Array.from({ length: 20 }, () => alarm(null, { isSlip: true }))]
    const tests = [
      alarm(2, { isTest: true }),
      alarm(null, { isTest: true, deliveredMs: 900 }),
      // More that never came than came without an answer, so that the one is not taken for the other.
      alarm(null, { isTest: true }),
      alarm(null, { isTest: true }),
    ]
    const figures = figuresOf([...times, ...tests], [], today)
    expect(figures).toMatchObject({ alarms: 5, slips: 20, tests: { sent: 4, delivered: 2, answered: 1 } })
    expect(figures.taken.median).toEqual(seconds(30))
  })

  test('leave out alarms without a delivery report', () => {
    const reported = Array.from({ length: 5 }, () => alarm(30, { deliveredMs: 2_400 }))
    expect(figuresOf([...reported, ...some(9)], [], today).delivered).toEqual({
      known: 5,
      of: 14,
      median: seconds(2),
      nineOfTen: { kind: 'few' },
    })
  })
})

describe('the weeks', () => {
  const shifts = [
    { day: '2026-11-10', isWalked: true },
    { day: '2026-11-17', isWalked: false },
  ]
  const { weeks } = figuresOf(some(5, 40), shifts, today)

  test('before the first data are gaps and not zeros', () => {
    expect(weeks).toHaveLength(13)
    expect(weeks.slice(0, 11).every(({ alarms, planned }) => alarms === null && planned === null)).toBe(true)
  })
  test('without an alarm have zero alarms and no time', () => {
    expect(weeks[11]).toEqual({ name: 'v. 46', alarms: 0, medianS: null, walked: 1, planned: 1 })
    expect(weeks[12]).toEqual({ name: 'v. 47', alarms: 5, medianS: 40, walked: 0, planned: 1 })
  })
  test('add up to the total figures', () => {
    const figures = figuresOf(some(7), shifts, today)
    expect(figures.weeks.reduce((sum, { alarms }) => sum + (alarms ?? 0), 0)).toBe(figures.alarms)
    expect(figures.weeks.reduce((sum, { walked }) => sum + (walked ?? 0), 0)).toBe(figures.patrols.walked)
  })
})
