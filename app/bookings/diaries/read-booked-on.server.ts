import type { Database } from '~/platform/database/database.server'
import { dayAfter } from '../book/open-days.server'
import { spokenMoment } from '../when'
import { readOpenDuring } from './diary-store.server'
import { beginOf } from './read-company-diary.server'

/**
 * What is booked or asked for of a company on these days, the first and the last counted: "Hemstäd måndag 1 februari kl.
 * 10:00". Whoever holds the company meets every request that was before.
 */
export async function readBookedOn(db: Database, companyId: string, from: string, to: string): Promise<string[]> {
  const open = await readOpenDuring(db, companyId, beginOf(from), beginOf(dayAfter(to, 1)))
  return open.map(({ title, startsAt }) => `${title} ${spokenMoment(startsAt)}`)
}
