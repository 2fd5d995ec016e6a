import { expect, test } from 'vitest'
import { demoListings } from '../../db/seed/listing-texts'
import { holds, inOpenDays, openDaysAgo } from '../../db/seed/open-day'
import { demoJobs } from '../../db/seed/review-texts'
import { coming } from '../../db/seed/upcoming'

const dayOf = (at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('Europe/Stockholm').toPlainDate()
const clockOf = (at: Date) => at.toLocaleTimeString('sv-SE', { timeZone: 'Europe/Stockholm', timeStyle: 'short' })

/** Every job and every proposed time of the demo, if it is seeded at that moment. */
function jobsFrom(now: Date) {
  return [
    ...demoJobs.map((job) => ({ job, at: openDaysAgo(job, job.daysAgo, '10:00', now) })),
    ...coming.flatMap((job) => {
      const asked = job.since && 'asksFor' in job.since ? [job.since.asksFor] : []
      return [job, ...asked].map(({ inDays, at }) => ({ job, at: inOpenDays(job, inDays, at, now) }))
    }),
  ]
}

test('no demo job falls outside its company’s opening hours, whatever day the demo is seeded', () => {
  const outside = []
  for (let ahead = 0; ahead < 28; ahead++) {
    const now = new Date(Date.UTC(2026, 9, 12 + ahead, 12))
    const today = dayOf(now)
    for (const { job, at } of jobsFrom(now)) {
      if (!holds(job, dayOf(at), clockOf(at), today)) outside.push(`${today}: ${job.company} ${at.toISOString()}`)
    }
  }
  expect(outside).toEqual([])
})

test('demo bookings lie in the future or the past, as their day offset says', () => {
  for (let ahead = 0; ahead < 14; ahead++) {
    const now = new Date(Date.UTC(2026, 9, 20 + ahead, 4))
    for (const job of coming) {
      const at = inOpenDays(job, job.inDays, job.at, now)
      expect(at < now, `${job.company} ${at.toISOString()} of ${now.toISOString()}`).toBe(job.inDays < 0)
    }
  }
})

const months = 'januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december'
const endsInWords = new RegExp(
  `månad|vecka|årets|före|till och med|senast|i dag|i morgon|\\b(jul|påsk|midsommar|${months})`,
  'i',
)

test('no demo offer says in words when it ends, since its days count from the day when the demo is seeded', () => {
  const texts = Object.values(demoListings).flatMap(({ offers = [] }) =>
    offers.map(({ title, description }) => `${title}. ${description}`),
  )
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => endsInWords.test(text))).toEqual([])
})
