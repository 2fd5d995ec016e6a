import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'
import { spokenMoment } from '../when'
import { readOpenDuring } from './diary-store.server'
import { beginOf } from './read-company-diary.server'

/**
 * The open bookings of a company on these days, both ends included: "Hemstäd måndag 1 februari kl. 10.00". Complete
 * only while the caller holds the lock on the company.
 */
export async function readBookedOn(db: Database, companyId: string, from: string, to: string): Promise<string[]> {
  const open = await readOpenDuring(db, companyId, beginOf(from), beginOf(daysAfter(to, 1)))
  return open.map(({ title, startsAt }) => `${title} ${spokenMoment(startsAt)}`)
}
