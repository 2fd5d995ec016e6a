import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Contract, dueWhenWithdrawn, mayBeginEarly, whyNoWithdrawal } from './withdrawal'

const at = (moment: string) => new Date(moment)
const contract = (given: Partial<Contract> = {}): Contract => ({
  startsAt: at('2027-02-01T09:00:00Z'),
  endsAt: at('2027-02-01T11:00:00Z'),
  confirmedAt: at('2027-01-28T09:00:00Z'),
  earlyStartAt: at('2027-01-27T09:00:00Z'),
  ...given,
})

const inMarch = { startsAt: at('2027-03-01T09:00:00Z'), endsAt: at('2027-03-01T11:00:00Z') }

describe('withdrawing from a contract of 28 January', () => {
  test.each<[string, Partial<Contract>, string, string | null]>([
    ['before the job', {}, '2027-01-28T09:00:01Z', null],
    ['during the job', {}, '2027-02-01T10:00:00Z', null],
    ['not after a job with early-start consent', {}, '2027-02-01T11:00:00Z', 'Jobbet är utfört'],
    ['also after a job without early-start consent', { earlyStartAt: null }, '2027-02-01T11:00:00Z', null],
    ['on the last day, until midnight in Sweden', { ...inMarch }, '2027-02-11T22:59:59Z', null],
    ['not on the day after that', { ...inMarch }, '2027-02-11T23:00:00Z', 'Ångerfristen på 14 dagar'],
    ['not before the contract', { confirmedAt: null }, '2027-01-28T09:00:00Z', 'Ångerfristen'],
  ])('is allowed within fourteen days, until a job that was wanted early is done: %s', (_, given, now, because) => {
    const why = whyNoWithdrawal(contract(given), at(now))
    if (because === null) expect(why).toBeNull()
    else expect(why).toContain(because)
  })
})

test.each<[string, Partial<Contract>, string, number]>([
  ['before the job', {}, '2027-02-01T09:00:00Z', 0],
  ['half an hour into a two-hour job', {}, '2027-02-01T09:30:00Z', 250_00],
  ['less than a minute', {}, '2027-02-01T09:00:59Z', 0],
  ['one minute of 120, rounded down', {}, '2027-02-01T09:01:00Z', 8_33],
  ['never more than the whole price', {}, '2027-02-03T09:00:00Z', 1000_00],
  ['nothing without early-start consent', { earlyStartAt: null }, '2027-02-01T10:00:00Z', 0],
])('the amount due after a withdrawal: %s', (_, given, now, due) => {
  expect(dueWhenWithdrawn(contract(given), 1000_00, at(now))).toBe(due)
})

test('the amount due never falls as the job proceeds, never exceeds the price and is whole öre', () => {
  fc.assert(
    fc.property(fc.nat(240), fc.nat(240), fc.nat(1_000_000), (one, other, price) => {
      const due = (minutes: number) =>
        dueWhenWithdrawn(contract(), price, new Date(at('2027-02-01T09:00:00Z').getTime() + minutes * 60_000))
      const [less, more] = [due(Math.min(one, other)), due(Math.max(one, other))]
      expect(less).toBeLessThanOrEqual(more)
      expect(more).toBeLessThanOrEqual(price)
      expect(Number.isInteger(less)).toBe(true)
    }),
  )
})

test.each([
  ['2027-02-11T22:30:00Z', true],
  ['2027-02-11T23:30:00Z', false],
])('mayBeginEarly for a job at %s, confirmed on 28 January, is %s', (startsAt, may) => {
  expect(mayBeginEarly(at(startsAt), at('2027-01-28T09:00:00Z'))).toBe(may)
})
