import { expect, test } from 'vitest'
import type { Month } from '~/shared/month'
import { messages, parseSeasonApplication, parseSponsorApplication, seasonSpan, splitMonths } from './application'

const current = '2031-11' as Month
const season = { months: '2031-12', title: 'Vårstäd', description: '', terms: 'on' }
const bySeason = (given: Record<string, string>) => parseSeasonApplication({ ...season, ...given }, current)

test.each<[string, string]>([
  ['', messages.noMonth],
  ['x', messages.notOffered],
  ['2031-10', messages.notOffered],
  ['2032-11', messages.notOffered],
])('%j is no month of a sponsor', (month, says) => {
  expect(parseSponsorApplication({ month, terms: 'on' }, current)).toMatchObject({ ok: false, fields: { month: says } })
})

test.each(['2031-11', '2032-10'])('%s is one of the twelve', (month) => {
  expect(parseSponsorApplication({ month, terms: 'on' }, current)).toEqual({ ok: true, value: { month, terms: 'on' } })
})

test.each<[string, string]>([
  ['', messages.noMonths],
  ['2031-12,2031-12', messages.twice],
  ['2031-11,2031-12,2032-01,2032-02', messages.tooMany],
  ['2031-12,x', messages.notOffered],
])('%j are no months of a season', (months, says) => {
  expect(bySeason({ months })).toMatchObject({ ok: false, fields: { months: says } })
})

test('the months of a season are one to three, and are put in their order', () => {
  expect(bySeason({ months: '2032-02' })).toMatchObject({ ok: true, value: { months: ['2032-02'] } })
  expect(bySeason({ months: '2032-02,2031-11,2032-01' })).toMatchObject({
    ok: true,
    value: { months: ['2031-11', '2032-01', '2032-02'] },
  })
  expect(splitMonths(',2032-02,,2032-03,')).toEqual(['2032-02', '2032-03'])
})

test('a campaign says its name in 120 signs and the rest in 2 000 at most', () => {
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

test('a campaign goes from its first month to its last, and has one at least', () => {
  expect(seasonSpan(['2032-02', '2031-11', '2032-01'])).toEqual({ first: '2031-11', last: '2032-02' })
  expect(seasonSpan(['2032-02'])).toEqual({ first: '2032-02', last: '2032-02' })
  expect(() => seasonSpan([])).toThrow('at least one month')
})
