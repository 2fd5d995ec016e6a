import { expect, test } from 'vitest'
import type { Month } from '~/shared/month'
import { leftOf, messages, seasonSpan, splitMonths } from './application'
import { parseSeasonApplication, parseSponsorApplication } from './application-form'

const current = '2031-11' as Month
const season = { months: '2031-12', title: 'Vårstäd', description: '', terms: 'on' }
const bySeason = (given: Record<string, string>) => parseSeasonApplication({ ...season, ...given }, current)

test.each<[string, string]>([
  ['', messages.noMonth],
  ['x', messages.notOffered],
  ['2031-10', messages.notOffered],
  ['2032-11', messages.notOffered],
])('the sponsor month %j is refused', (month, says) => {
  expect(parseSponsorApplication({ month, terms: 'on' }, current)).toMatchObject({ ok: false, fields: { month: says } })
})

test.each(['2031-11', '2032-10'])('the sponsor month %s is one of the twelve offered', (month) => {
  expect(parseSponsorApplication({ month, terms: 'on' }, current)).toEqual({ ok: true, value: { month, terms: 'on' } })
})

test.each<[string, string]>([
  ['', messages.noMonths],
  ['2031-12,2031-12', messages.twice],
  ['2031-11,2031-12,2032-01,2032-02', messages.tooMany],
  ['2031-12,x', messages.notOffered],
])('the season months %j are refused', (months, says) => {
  expect(bySeason({ months })).toMatchObject({ ok: false, fields: { months: says } })
})

test('a season has one to three months, which are sorted', () => {
  expect(bySeason({ months: '2032-02' })).toMatchObject({ ok: true, value: { months: ['2032-02'] } })
  expect(bySeason({ months: '2032-02,2031-11,2032-01' })).toMatchObject({
    ok: true,
    value: { months: ['2031-11', '2032-01', '2032-02'] },
  })
  expect(splitMonths(',2032-02,,2032-03,')).toEqual(['2032-02', '2032-03'])
})

test('a campaign title is at most 120 characters and its description 2 000', () => {
  const longest = { title: 'x'.repeat(120), description: 'x'.repeat(2000) }
  expect(bySeason(longest)).toMatchObject({ ok: true, value: longest })
  expect(bySeason({ title: 'x'.repeat(121), description: 'x'.repeat(2001) })).toMatchObject({
    ok: false,
    fields: {
      title: 'Det får vara högst 120 tecken',
      description: 'Det får vara högst 2\u00a0000 tecken',
    },
  })
})

test('a season spans its first to its last month, and throws without any', () => {
  expect(seasonSpan(['2032-02', '2031-11', '2032-01'])).toEqual({ first: '2031-11', last: '2032-02' })
  expect(seasonSpan(['2032-02'])).toEqual({ first: '2032-02', last: '2032-02' })
  expect(() => seasonSpan([])).toThrow('at least one month')
})

test.each<[string, string | undefined]>([
  ['2031-10-31', undefined],
  ['2031-11-01', undefined],
  ['2031-11-02', '29 dagar kvar'],
  ['2031-11-29', '2 dagar kvar'],
  ['2031-11-30', '1 dag kvar'],
])('of November there is left on %s: %s', (today, left) => {
  expect(leftOf('2031-11', today)).toBe(left)
})
