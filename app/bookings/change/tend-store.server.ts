import { sql } from 'kysely'
import { isActedFor } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside } from '~/platform/work/one-run'
import { remindRule } from '../booking'

/**
 * Claims due bookings, one at a time, with FOR NO KEY UPDATE SKIP LOCKED: other processes skip a claimed row, so
 * nothing is done twice, and it is due again if the process dies before the commit. What has failed in this run is
 * passed over (one-run.ts).
 */

/** Pending requests past their deadline, earliest first. */
const lapsing = (db: Database, now: Date, setAside: readonly string[]) =>
  db
    .selectFrom('bookings')
    .where('status', '=', 'pending')
    .where('lapses_at', '<=', now)
    .where(isNotSetAside('bookings.id', setAside))
    .orderBy('lapses_at')
    .orderBy('id')
    .limit(1)

/** Claims a request for a single service. */
export async function claimLapsing(
  db: Database,
  now: Date,
  setAside: readonly string[] = [],
): Promise<string | undefined> {
  const alone = lapsing(db, now, setAside).select('id').where('visit_id', 'is', null)
  return (await alone.forNoKeyUpdate().skipLocked().executeTakeFirst())?.id
}

/** One booking of a lapsing visit, not locked: its company must be locked before the visit (lock order). */
export async function readLapsingVisit(db: Database, now: Date, setAside: readonly string[] = []) {
  return lapsing(db, now, setAside)
    .select(['id', 'visit_id as visitId', 'company_id as companyId'])
    .where('visit_id', 'is not', null)
    .executeTakeFirst()
}

/** Reminders are sent once per visit: the mark is set on the first of its bookings in the same state. */
const isFirstToRemind = (mark: 'company_reminded_at' | 'member_reminded_at') => sql<boolean>`not exists (
  select from bookings as other where other.visit_id = bookings.visit_id
    and (other.${sql.ref(mark)} is not null or (other.status = bookings.status and other.id < bookings.id)))`

/**
 * Claims a request that has waited for the company's answer since `since` without a reminder. Not while nobody may
 * answer for the company: its owner could not log in.
 */
export async function claimUnanswered(
  db: Database,
  since: Date,
  setAside: readonly string[] = [],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'pending')
    .where('company_reminded_at', 'is', null)
    .where(isFirstToRemind('company_reminded_at'))
    .where(sql<boolean>`proposed_by is distinct from 'company'`)
    .where('created_at', '<=', since)
    .where(isActedFor(sql.ref('bookings.company_id')))
    .where(isNotSetAside('bookings.id', setAside))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

/** `remindAt` of a booking, with the others of its visit (booking.ts). */
const remindAtOfVisit = () => sql<Date>`least(${remindAtOf('bookings')}, (
  select min(${remindAtOf('other')}) from bookings as other
  where other.visit_id = bookings.visit_id and other.status = bookings.status))`

function remindAtOf(bookings: string) {
  const free = sql.ref(`${bookings}.free_cancel_hours`)
  return sql<Date>`${sql.ref(`${bookings}.scheduled_at`)} - make_interval(hours => case
    when ${free} + ${remindRule.toDecide} between ${remindRule.usual} and ${remindRule.most}
    then ${free} + ${remindRule.toDecide} else ${remindRule.usual} end)`
}

/**
 * Claims a job that is ahead and whose member should be reminded by now. Skipped if the booking was changed since the
 * moment of the reminder, since the member has just been told.
 */
export async function claimUpcoming(
  db: Database,
  now: Date,
  setAside: readonly string[] = [],
): Promise<string | undefined> {
  const farthest = new Date(now.getTime() + remindRule.most * 3_600_000)
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('member_reminded_at', 'is', null)
    .where(isFirstToRemind('member_reminded_at'))
    .where('scheduled_at', '>', now)
    // The index ends here; which of them is due depends on each one's rule of cancelling.
    .where('scheduled_at', '<=', farthest)
    .where(sql<boolean>`${remindAtOfVisit()} between bookings.changed_at and ${now}`)
    .where(isNotSetAside('bookings.id', setAside))
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

/** Claims a job of which the company said something at or before `by` and has not taken it back. */
export async function claimSaid(db: Database, by: Date, setAside: readonly string[] = []): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('said', 'is not', null)
    .where('said_at', '<=', by)
    .where(isNotSetAside('bookings.id', setAside))
    .orderBy('said_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.id
}

/** Does not touch `changed_at` and `sequence`: nothing that either side sees has changed. */
export async function markReminded(db: Database, id: string, side: 'member' | 'company', now: Date) {
  await db
    .updateTable('bookings')
    .set(side === 'member' ? { member_reminded_at: now } : { company_reminded_at: now })
    .where('id', '=', id)
    .execute()
}
