import { describe, expect, test } from 'vitest'
import { daysBetween } from '~/shared/time'
import { appliesFrom, currentTerms, newestNews, newsAfter, noticeDays, type TermsVersion, termsVersions } from './terms'

const versions: TermsVersion[] = [
  { name: '2026-03-01', news: null },
  { name: '2026-05-01', news: { changes: ['Ett.'], earlierFrom: '2026-06-01' } },
  { name: '2026-07-01', news: { changes: ['Två.'], earlierFrom: '2026-09-01' } },
  { name: '2026-08-01', news: null },
]

describe('the versions', () => {
  test('are named after days, oldest first', () => {
    const names = termsVersions.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].sort())
    for (const name of names) expect(new Date(name).toISOString().slice(0, 10)).toBe(name)
  })

  test('apply to those who have an account thirty days after their release at the earliest, and say what changed', () => {
    expect(noticeDays).toBe(30)
    for (const { name, news } of newsAfter('')) {
      expect(daysBetween(name, news.earlierFrom), name).toBeGreaterThanOrEqual(noticeDays)
      expect(news.changes.length, name).toBeGreaterThan(0)
    }
  })

  test('of 29 November 2026 and later are the current ones', () => {
    expect(currentTerms() >= '2026-11-29').toBe(true)
    expect(currentTerms(versions)).toBe('2026-08-01')
  })
})

test.each([
  ['one from before the first', '2026-01-01', ['2026-05-01', '2026-07-01']],
  ['one with a version between', '2026-05-01', ['2026-07-01']],
  ['the newest that matters', '2026-07-01', []],
  ['other words only', '2026-08-01', []],
  ['a version that a newer release knows', '2027-01-01', []],
])('whoever knows %s misses what came after', (_, known, missed) => {
  expect(newsAfter(known, versions).map(({ name }) => name)).toEqual(missed)
})

test('the newest version that matters may be older than the current one, and there may be none', () => {
  expect(newestNews(versions)?.name).toBe('2026-07-01')
  expect(newestNews([{ name: '2026-03-01', news: null }])).toBeUndefined()
})

test.each([
  ['told in time', '2026-07-02', '2026-09-01'],
  ['told 31 days ahead', '2026-08-01', '2026-09-01'],
  ['told 30 days ahead', '2026-08-02', '2026-09-02'],
  ['told long after', '2026-12-01', '2027-01-01'],
])('a version applies to somebody who is %s no earlier than thirty days after', (_, today, from) => {
  expect(appliesFrom(newsAfter('2026-03-01', versions), today)).toBe(from)
  expect(daysBetween(today, from)).toBeGreaterThan(noticeDays)
})
