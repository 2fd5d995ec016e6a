import { countReceived, readReceived } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { formatMomentSeen } from '~/shared/time'
import { readMark } from './read-marks-store.server'
import { noticesOf } from './received'

const pageSize = 20
/** One notice may consist of several rows: mail, SMS and a push to each browser. */
const mostRows = pageSize * 4
/** The count stops here. */
export const mostUnread = 100

/** One's own notices, on any channel. */
export async function readReceivedNotices(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  { person }: SignedIn,
  before: string | null,
) {
  const now = clock.now()
  const rows = await readReceived(db, person.id, before, mostRows)
  const { notices, next } = noticesOf(rows, pageSize, rows.length === mostRows)
  return {
    notices: notices.map(({ writtenAt, ...notice }) => ({ ...notice, when: formatMomentSeen(writtenAt, now) })),
    next,
    before,
    readTo: (await readMark(db, person.id))?.readTo ?? null,
    unread: await countUnread(db, person.id),
  }
}

export async function countUnread(db: Database, personId: string): Promise<number> {
  const mark = await readMark(db, personId)
  return countReceived(db, personId, mark?.readTo ?? null, mostUnread)
}
