import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * What is due of bookings, one at a time: held until the caller's transaction ends and passed over by other processes,
 * so that nothing is done twice, and is due again if this process dies.
 */

/** Requests whose time has come without an answer, the first to lapse first. */
const lapsing = (db: Database, now: Date) =>
  db
    .selectFrom('bookings')
    .where('status', '=', 'pending')
    .where('lapses_at', '<=', now)
    .orderBy('lapses_at')
    .orderBy('id')
    .limit(1)

/** A request of one service. */
export async function claimLapsing(db: Database, now: Date): Promise<string | undefined> {
  const alone = lapsing(db, now).select('id').where('visit_id', 'is', null)
  return (await alone.forNoKeyUpdate().skipLocked().executeTakeFirst())?.id
}

/** One of a whole visit, and whose it is: that company is to be held before the visit is. */
export async function readLapsingVisit(db: Database, now: Date) {
  return lapsing(db, now)
    .select(['id', 'visit_id as visitId', 'company_id as companyId'])
    .where('visit_id', 'is not', null)
    .executeTakeFirst()
}

/** Of a visit nobody is reminded twice: it is the first of what stands alike that is marked. */
const isFirstToRemind = (mark: 'company_reminded_at' | 'member_reminded_at') => sql<boolean>`not exists (
  select from bookings as other where other.visit_id = bookings.visit_id
    and (other.${sql.ref(mark)} is not null or (other.status = bookings.status and other.id < bookings.id)))`

/** A request that the company has not answered since then. */
export async function claimUnanswered(db: Database, since: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'pending')
    .where('company_reminded_at', 'is', null)
    .where(isFirstToRemind('company_reminded_at'))
    .where(sql<boolean>`proposed_by is distinct from 'company'`)
    .where('created_at', '<=', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

/** A job that begins before `until`, and that the member last heard of more than that long before it. */
export async function claimUpcoming(db: Database, now: Date, until: Date): Promise<string | undefined> {
  const ahead = `${until.getTime() - now.getTime()} milliseconds`
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('member_reminded_at', 'is', null)
    .where(isFirstToRemind('member_reminded_at'))
    .where('scheduled_at', '>', now)
    .where('scheduled_at', '<=', until)
    .where(sql<boolean>`changed_at <= scheduled_at - ${ahead}::interval`)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

/** A job of which something was said by then that has not been taken back since. */
export async function claimSaid(db: Database, by: Date, except: readonly string[] = []): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('said', 'is not', null)
    .where('said_at', '<=', by)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('said_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

/** The marks are ours: nothing that either side sees has changed. */
export async function markReminded(db: Database, id: string, side: 'member' | 'company', now: Date) {
  await db
    .updateTable('bookings')
    .set(side === 'member' ? { member_reminded_at: now } : { company_reminded_at: now })
    .where('id', '=', id)
    .execute()
}
