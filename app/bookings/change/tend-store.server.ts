import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * What is due of bookings, one at a time: held until the caller's transaction ends and passed over by other processes,
 * so that nothing is done twice, and is due again if this process dies.
 */

/** A request whose time has come without an answer. */
export async function claimLapsing(db: Database, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'pending')
    .where('lapses_at', '<=', now)
    .orderBy('lapses_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

/** A request that the company has not answered since then. */
export async function claimUnanswered(db: Database, since: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'pending')
    .where('company_reminded_at', 'is', null)
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

/** The marks are ours: nothing that either side sees has changed. */
export async function markReminded(db: Database, id: string, side: 'member' | 'company', now: Date) {
  await db
    .updateTable('bookings')
    .set(side === 'member' ? { member_reminded_at: now } : { company_reminded_at: now })
    .where('id', '=', id)
    .execute()
}
