import { sql } from 'kysely'
import { companiesOf, dispatchable } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { silentAfterS } from './centre'
import type { CentreForm } from './centre-form'

/** A company's centre as its page shows it, without the key. */
export type OwnCentre = NonNullable<Awaited<ReturnType<typeof readCentre>>>

export async function readCentre(db: Database, companyId: string) {
  return db
    .selectFrom('alarm_centres')
    .select(['name', 'host', 'port', 'account', 'receiver', 'line', 'format', 'poll_s as pollS'])
    .select(['polled_at as polledAt', 'answered_at as answeredAt', 'failed_because as failedBecause'])
    .select(['changed_at as changedAt', 'told_silent_at as toldSilentAt'])
    .select('skew_ms as skewMs')
    .select((row) => row('sealed_key', 'is not', null).$castTo<boolean>().as('hasKey'))
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

type NewCentre = Omit<CentreForm, 'secretKey' | 'inClear'> & { /** Undefined: unchanged. */ sealedKey?: string | null }

/** Upsert: replaces the previous centre. Its poll state is reset; signal numbers and zones continue. */
export async function upsertCentre(
  db: Database,
  companyId: string,
  { pollS, sealedKey, ...given }: NewCentre,
  now: Date,
) {
  const row = {
    ...given,
    ...(sealedKey !== undefined && { sealed_key: sealedKey }),
    poll_s: pollS,
    skew_ms: 0,
    next_poll_at: now,
    polled_at: null,
    answered_at: null,
    failed_because: null,
    told_silent_at: null,
    changed_at: now,
  }
  await db
    .insertInto('alarm_centres')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}

/** False if the company had no centre. */
export async function deleteCentre(db: Database, companyId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('alarm_centres').where('company_id', '=', companyId).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the centres of every company that a person owns, since a removed company has none. */
export async function deleteCentresOf(db: Database, ownerId: string) {
  await db.deleteFrom('alarm_centres').where('company_id', 'in', companiesOf(ownerId)).execute()
}

export async function readCentresOf(db: Database, ownerId: string) {
  return db
    .selectFrom('alarm_centres')
    .select(['name', 'host', 'port', 'account', 'format', 'changed_at as changedAt'])
    .where('company_id', 'in', companiesOf(ownerId))
    .execute()
}

export async function readSealedKeys(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('alarm_centres')
    .select('sealed_key as key')
    .where('sealed_key', 'is not', null)
    .execute()
  return rows.flatMap(({ key }) => key ?? [])
}

/** Compare-and-set: does nothing if the key has been replaced meanwhile. */
export async function replaceSealedKey(db: Database, before: string, sealedKey: string) {
  await db.updateTable('alarm_centres').set({ sealed_key: sealedKey }).where('sealed_key', '=', before).execute()
}

/** Seconds until a failed poll is retried. */
const againS = 8

/**
 * Claims the centres of callable companies that are due to be polled, each for one process. Sets the next poll `againS`
 * ahead before polling: if the poll fails or its process dies, the centre is polled again then.
 */
export async function claimPolls(db: Database, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    with due as (
      select company_id from alarm_centres join companies on companies.id = company_id
      where (next_poll_at <= ${now} or next_poll_at > ${now}::timestamptz + make_interval(secs => poll_s))
        and ${dispatchable(now)}
      order by next_poll_at limit ${most} for update of alarm_centres skip locked
    )
    update alarm_centres set next_poll_at = ${now}::timestamptz + make_interval(secs => ${againS})
    where company_id in (select company_id from due)
    returning company_id as "companyId"`.execute(db)
  return rows.map(({ companyId }) => companyId)
}

const longAgo = (now: Date) => sql<Date>`(${now}::timestamptz - make_interval(secs => poll_s + ${silentAfterS(0)}))`

/** `isSilent` of centre.ts as an SQL condition. centres.server.test.ts compares the two. */
const silent = (now: Date) =>
  sql<boolean>`(polled_at >= ${longAgo(now)} and greatest(answered_at, changed_at) < ${longAgo(now)})`

/** The callable companies whose centre does not answer. */
export async function readSilentCentres(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('alarm_centres')
    .innerJoin('companies', 'companies.id', 'company_id')
    .select('company_id as companyId')
    .where(silent(now))
    .where(dispatchable(now))
    .limit(100)
    .execute()
  return rows.map(({ companyId }) => companyId)
}

/**
 * Claims the silent centres whose companies have not been notified: once each, until the centre has answered again.
 */
export async function claimUntold(db: Database, now: Date) {
  const { rows } = await sql<{ companyId: string; name: string; answeredAt: Date | null }>`
    with untold as (
      select company_id from alarm_centres
      where told_silent_at is null and ${silent(now)}
      limit 20 for update skip locked
    )
    update alarm_centres set told_silent_at = ${now} where company_id in (select company_id from untold)
    returning company_id as "companyId", name, answered_at as "answeredAt"`.execute(db)
  return rows
}
