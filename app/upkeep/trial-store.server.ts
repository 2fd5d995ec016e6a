import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { type Counts, type Outcome, oldAfterMs, type Result, type Trial } from './trial'

type Times = { beganAt: Date; endedAt: Date }

/** Records a trial that an operator's own command has made. */
export async function insertTrial(db: Database, result: Result, { beganAt, endedAt }: Times) {
  await db
    .insertInto('backup_trials')
    .values({ began_at: beganAt, ended_at: endedAt, ...columnsOf(result) })
    .execute()
}

const columnsOf = ({ outcome, madeAt, counts }: Result) => ({ outcome, made_at: madeAt, ...counts })

/** A trial that has not ended after this long belongs to a process that died. */
const staleMs = 45 * 60_000
const mostAttempts = 3

/**
 * Claims a night's trial. Null if another process has it or it is finished. A trial that was cut off is claimed again,
 * a few times.
 */
export async function claimNight(db: Database, night: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into backup_trials as tonight (night, began_at) values (${night}, ${now})
    on conflict (night) do update set began_at = excluded.began_at, attempts = tonight.attempts + 1
    where tonight.ended_at is null and tonight.began_at <= ${new Date(now.getTime() - staleMs)}
      and tonight.attempts < ${mostAttempts}
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/** Ends the trials that were cut off and will not be retried. Each is found once. */
export async function settleCutOff(db: Database, night: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('backup_trials')
    .set({ ended_at: now, outcome: 'cut off' })
    .where('ended_at', 'is', null)
    .where('began_at', '<=', new Date(now.getTime() - staleMs))
    .where((is) => is.or([is('night', '<', night), is('attempts', '>=', mostAttempts)]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Stores the result, only while the caller still holds the claim: a process that hung has lost it. */
export async function settleTrial(db: Database, id: string, beganAt: Date, result: Result, endedAt: Date) {
  const { numUpdatedRows } = await db
    .updateTable('backup_trials')
    .set({ ended_at: endedAt, ...columnsOf(result) })
    .where('id', '=', id)
    .where('began_at', '=', beganAt)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Releases the claim on shutdown: the next process may start at once, and it does not count as an attempt. */
export async function letGoOfNight(db: Database, id: string, beganAt: Date) {
  await db
    .updateTable('backup_trials')
    .set({ began_at: new Date(beganAt.getTime() - staleMs), attempts: sql<number>`greatest(attempts - 1, 1)` })
    .where('id', '=', id)
    .where('began_at', '=', beganAt)
    .where('ended_at', 'is', null)
    .execute()
}

/** Finished trials, latest first. */
export async function readTrials(db: Database, most: number, now: Date): Promise<Trial[]> {
  const rows = await ended(db, now).orderBy('began_at', 'desc').orderBy('id', 'desc').limit(most).execute()
  return rows.map(trialOf)
}

/**
 * The newest backup found whole and not found otherwise since (its disk may have failed later). One dated in the future
 * by a wrong clock is ignored, or it would remain the newest and never be too old.
 */
const newestWhole = (now: Date) => sql<string>`(
  select id from backup_trials as one
  where outcome = 'whole' and made_at <= ${now} and not exists (
    select from backup_trials as other
    where other.made_at = one.made_at and other.outcome <> 'whole' and other.began_at > one.began_at)
  order by made_at desc limit 1)`

export async function readNewestWhole(db: Database, now: Date): Promise<Trial | null> {
  const row = await ended(db, now).where('id', '=', newestWhole(now)).executeTakeFirst()
  return row ? trialOf(row) : null
}

/** Whether a trial is in progress now. */
export async function isBeingTried(db: Database, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('backup_trials')
    .select('id')
    .where('ended_at', 'is', null)
    .where('began_at', '>', new Date(now.getTime() - staleMs))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The time of the newest whole backup if it is too old and not yet reported. Marks it as reported, so that of
 * concurrent callers only one reports it.
 */
export async function noteOld(db: Database, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ madeAt: Date }>`
    update backup_trials set told_old_at = ${now}
    where id = ${newestWhole(now)}
      and told_old_at is null and made_at < ${new Date(now.getTime() - oldAfterMs)}
    returning made_at as "madeAt"`.execute(db)
  return rows[0]?.madeAt ?? null
}

/** Deletes old trials, except that of the newest whole backup, whose age must stay known. */
export async function deleteTrialsBefore(db: Database, before: Date, now: Date) {
  await sql`
    delete from backup_trials where ended_at < ${before}
      and id is distinct from ${newestWhole(now)}`.execute(db)
}

const ended = (db: Database, now: Date) =>
  db
    .selectFrom('backup_trials')
    .select(['began_at', 'made_at', 'outcome', 'people', 'companies', 'bookings', 'alarms', 'vouchers'])
    .where('ended_at', 'is not', null)
    .where('began_at', '<=', now)

type Row = { began_at: Date; made_at: Date | null; outcome: string | null } & { [K in keyof Counts]: number | null }

function trialOf({ began_at, made_at, outcome, people, companies, bookings, alarms, vouchers }: Row): Trial {
  const isCounted = people !== null && companies !== null && bookings !== null && alarms !== null && vouchers !== null
  return {
    beganAt: began_at,
    madeAt: made_at,
    outcome: outcome as Outcome,
    counts: isCounted ? { people, companies, bookings, alarms, vouchers } : null,
  }
}
