import { expect, test } from 'vitest'
import { type Answered, nextLookMs, type SwishState, type Verdict, verdictOn, wordsOfEnd } from './swish-request'

const minute = 60_000
const day = 24 * 60 * minute
const asked = {
  id: 'a',
  state: 'waiting' as SwishState,
  amount: 39_00,
  payee: '1231181189',
  payer: null,
  reference: 'KV1000017',
}
const facts = (state: Answered['state'], code: string | null = null): Answered => ({
  id: 'a',
  state,
  code,
  amount: 39_00,
  currency: 'SEK',
  payee: '1231181189',
  payer: '46701740699',
  reference: 'KV1000017',
})

test.each<[SwishState, number, Answered | null | 'silent', Verdict['becomes']]>([
  ['asked', 0, null, 'asked'],
  ['asked', minute + 1, null, 'failed'],
  ['asked', minute, 'silent', 'asked'],
  ['asked', minute, facts('waiting'), 'waiting'],
  ['asked', minute, facts('paid'), 'paid'],
  ['waiting', minute, 'silent', 'waiting'],
  ['waiting', minute, facts('waiting'), 'waiting'],
  ['waiting', 2 * minute, null, 'waiting'],
  ['waiting', 5 * minute, null, 'unknown'],
  ['waiting', 5 * minute, 'silent', 'unknown'],
  ['waiting', 5 * minute, facts('waiting'), 'unknown'],
  ['waiting', 2 * day, facts('declined'), 'declined'],
  ['waiting', 2 * day, facts('paid'), 'paid'],
  ['unknown', 5 * minute, facts('paid'), 'paid'],
  ['unknown', day, 'silent', 'unknown'],
  ['unknown', day + 1, 'silent', 'lapsed'],
  ['unknown', day + 1, null, 'lapsed'],
  ['unknown', day + 1, facts('waiting'), 'lapsed'],
  ['unknown', day, facts('cancelled'), 'cancelled'],
  ['unknown', day, facts('failed', 'TM01'), 'failed'],
])('verdict on a request that is %s after %i ms when Swish answers %j: %s', (state, ageMs, said, becomes) => {
  expect(verdictOn({ ...asked, state, ageMs }, said).becomes).toBe(becomes)
})

test.each<[SwishState, number, Answered | null | 'silent', Verdict['becomes']]>([
  ['asked', minute, null, 'asked'],
  ['waiting', 4 * minute, 'silent', 'waiting'],
  ['waiting', 4 * minute + 1, 'silent', 'unknown'],
])('verdict at the deadline on a request %s after %i ms when Swish answers %j: %s', (state, ageMs, said, becomes) => {
  expect(verdictOn({ ...asked, state, ageMs }, said).becomes).toBe(becomes)
})

test('only a failure without an answer from the bank is noted for a person; another currency is not booked', () => {
  const end = (code: string | null) => verdictOn({ ...asked, ageMs: minute }, facts('failed', code))
  expect(end('DS24')).toEqual({
    becomes: 'failed',
    code: 'DS24',
    note: 'KV1000017: banken svarade inte. Pengarna kan ha gått.',
  })
  expect(end('TM01')).toEqual({ becomes: 'failed', code: 'TM01', note: null })
  const foreign = (currency: string) => verdictOn({ ...asked, ageMs: 0 }, { ...facts('paid'), currency })
  expect(foreign('EUR')).toEqual({ becomes: 'paid', wrong: 'betald i EUR, inte i kronor' })
  expect(foreign('')).toEqual({ becomes: 'paid', wrong: 'betald i okänd valuta, inte i kronor' })
})

test('a scanned code may be paid by anybody, but a request to a number only by that number', () => {
  expect(verdictOn({ ...asked, ageMs: 0 }, facts('paid'))).toEqual({ becomes: 'paid', wrong: null })
  expect(verdictOn({ ...asked, payer: '46701740699', ageMs: 0 }, facts('paid'))).toEqual({
    becomes: 'paid',
    wrong: null,
  })
  expect(verdictOn({ ...asked, payer: '46701740600', ageMs: 0 }, facts('paid'))).toMatchObject({
    wrong: expect.stringContaining('ett annat nummer'),
  })
})

test('Swish is polled every two seconds at first, then with back-off, at least hourly', () => {
  expect([0, minute, 3 * minute].map(nextLookMs)).toEqual([2_000, 2_000, 2_000])
  expect([4, 60, 600].map((minutes) => nextLookMs(minutes * minute) / minute)).toEqual([1, 15, 60])
})

test('the words about a failed request tell whether another payment waits, the payer said no, or time ran out', () => {
  expect(wordsOfEnd('failed', 'RP06')).toMatch(/^Det väntar redan en annan betalning i din Swish/)
  expect(wordsOfEnd('declined', null)).toBe('Du sa nej i Swish. Inga pengar är dragna.')
  expect(wordsOfEnd('cancelled', null)).toBe('Betalningen avbröts. Inga pengar är dragna.')
  expect(wordsOfEnd('failed', 'TM01')).toMatch(/^Tiden gick ut/)
})

test('the words of every failure tell that no money was drawn, or where to check', () => {
  for (const code of [
    'NOT TAKEN',
    'DS24',
    'ACMT03',
    'BE18',
    'RF07',
    'TM01',
    'BANKIDCL',
    'BANKIDONGOING',
    'VR01',
    'VR02',
    'X',
    null,
  ]) {
    expect(wordsOfEnd('failed', code)).toMatch(/Inga pengar är dragna|Titta i din bank/)
  }
  expect(wordsOfEnd('lapsed', null)).toContain('Titta i din Swish')
})
