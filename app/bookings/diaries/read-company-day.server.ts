import type { House } from '~/platform/house.server'
import { daysAfter } from '~/shared/time'
import { dayAt } from '../book/open-days.server'
import { spokenDay } from '../when'
import { providerLists } from './diary-lists'
import { readEntries } from './diary-store.server'
import { beginOf, companyView, readToday } from './read-company-diary.server'

/** Cap on the pending requests shown on the start page. */
const mostWaiting = 5

/** The top of a company's start page: today's jobs, and pending requests, soonest first. */
export async function readCompanyDay({ db, clock }: Pick<House, 'db' | 'clock'>, companyId: string) {
  const now = clock.now()
  const today = dayAt(now.getTime())
  const [jobs, waiting] = await Promise.all([
    readToday(db, companyId, beginOf(today), beginOf(daysAfter(today, 1))),
    readEntries(db, { companyId }, { list: providerLists.pending, line: now, after: null, limit: mostWaiting }),
  ])
  return {
    day: spokenDay(now),
    today: jobs.map((job) => companyView(job, now)),
    waiting: waiting.map((booking) => companyView(booking, now)),
  }
}
