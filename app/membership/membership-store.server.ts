import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { GivenPeriod, Grant } from './free-period'

/** Idempotent: false if the person has a membership already. Becoming a member again begins no second trial. */
export async function insertMembership(
  db: Database,
  profileId: string,
  { joinedOn, coveredUntil, nextStepOn }: { joinedOn: string; coveredUntil: string; nextStepOn: string },
) {
  const row = await db
    .insertInto('memberships')
    .values({
      profile_id: profileId,
      trial_ends_at: sql<Date>`${coveredUntil}::timestamp at time zone 'Europe/Stockholm'`,
      covered_until: coveredUntil,
      contract_on: joinedOn,
      next_step_on: nextStepOn,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('profile_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function readMembership(db: Database, profileId: string) {
  return db
    .selectFrom('memberships')
    .select(['trial_ends_at as trialEndsAt', 'free_until as freeUntil'])
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
}

/**
 * Locks a phone number (advisory lock) until the transaction ends. Otherwise a company that names it and a member who
 * proves it could each look, not find the other, and leave the tip waiting for ever (race). Lock order: before any row.
 * A transaction that waited for the number while holding rows could deadlock with one that holds the number and waits
 * for those rows.
 */
export async function holdNumber(db: Database, phone: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tip from ${phone}`}, 0))`.execute(db)
}

/** Null if there is a reward for that company already. */
export async function insertReward(db: Database, companyId: string, referrerPhone: string, months: number) {
  const row = await db
    .insertInto('ambassador_rewards')
    .values({ company_id: companyId, referrer_phone: referrerPhone, months })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .returning(['id', 'company_id as companyId', 'months'])
    .executeTakeFirst()
  return row ?? null
}

export type WaitingReward = { id: string; companyId: string; months: number }

export async function readWaitingRewards(db: Database, referrerPhone: string): Promise<WaitingReward[]> {
  return db
    .selectFrom('ambassador_rewards')
    .select(['id', 'company_id as companyId', 'months'])
    .where('referrer_phone', '=', referrerPhone)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
}

type Given = Omit<Grant, 'grantedOn'> & { grantedAt: Date }

/** The months that a member was given and still has, for tips and otherwise, in the order they were given. */
export async function readGrants(db: Database, memberId: string): Promise<Given[]> {
  const rewards = db
    .selectFrom('ambassador_rewards')
    .select(['id', 'months', 'granted_at as grantedAt'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'granted')
  const given = db
    .selectFrom('given_months')
    .select(['id', 'months', 'granted_at as grantedAt'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
  const rows = await rewards.unionAll(given).orderBy('grantedAt').orderBy('id').execute()
  return rows.flatMap(({ grantedAt, ...row }) => (grantedAt ? [{ ...row, grantedAt }] : []))
}

export type MonthsToGive = { months: number; source: 'points' | 'admin' | 'area'; key: string; now: Date }

/** Idempotent by key: false if they were given before. */
export async function insertGivenMonths(
  db: Database,
  memberId: string,
  { months, source, key, now }: MonthsToGive,
  period: GivenPeriod,
): Promise<boolean> {
  const row = await db
    .insertInto('given_months')
    .values({
      id: period.id,
      member_id: memberId,
      key,
      source,
      months,
      granted_at: now,
      free_from: period.freeFrom,
      free_until: period.freeUntil,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Revokes the newest month that was bought with points; undefined if there is none. */
export async function revokeBoughtMonth(db: Database, memberId: string, now: Date): Promise<string | undefined> {
  const newest = db
    .selectFrom('given_months')
    .select('id')
    .where('member_id', '=', memberId)
    .where('source', '=', 'points')
    .where('revoked_at', 'is', null)
    .orderBy('granted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  const row = await db
    .updateTable('given_months')
    .set({ revoked_at: now })
    .where('id', '=', newest)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateToGranted(db: Database, memberId: string, period: GivenPeriod, now: Date) {
  await db
    .updateTable('ambassador_rewards')
    .set({
      state: 'granted',
      member_id: memberId,
      granted_at: now,
      free_from: period.freeFrom,
      free_until: period.freeUntil,
    })
    .where('id', '=', period.id)
    .execute()
}

export async function updatePeriod(db: Database, { id, freeFrom, freeUntil }: GivenPeriod) {
  const period = { free_from: freeFrom, free_until: freeUntil }
  await db.updateTable('ambassador_rewards').set(period).where('id', '=', id).execute()
  await db.updateTable('given_months').set(period).where('id', '=', id).execute()
}

/** Also for a waiting tip: then nobody can get it later. */
export async function updateToRevoked(db: Database, id: string, reason: string, now: Date) {
  await db
    .updateTable('ambassador_rewards')
    .set({ state: 'revoked', revoked_at: now, revoked_reason: reason, free_from: null, free_until: null })
    .where('id', '=', id)
    .execute()
}

export async function readReward(db: Database, companyId: string) {
  const row = await db
    .selectFrom('ambassador_rewards')
    .select([
      'id',
      'company_id as companyId',
      'referrer_phone as referrerPhone',
      'member_id as memberId',
      'months',
      'state',
    ])
    .select(['free_from as freeFrom', 'free_until as freeUntil', 'revoked_reason as revokedReason'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row
}

/** All tips for which a member was rewarded, newest first. */
export async function readRewardsOf(db: Database, memberId: string) {
  const rows = await db
    .selectFrom('ambassador_rewards')
    .select(['id', 'company_id as companyId', 'months', 'state', 'free_from as freeFrom', 'free_until as freeUntil'])
    .where('member_id', '=', memberId)
    .orderBy('granted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
}

/** The companies for whose tips a member was rewarded. */
export async function readTippedBy(db: Database, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ambassador_rewards')
    .select('company_id as companyId')
    .where('member_id', '=', memberId)
    .execute()
  return rows.map(({ companyId }) => companyId)
}

/** Removes a leaving member from their tips. Returns the companies' ids. */
export async function forgetReferrer(db: Database, memberId: string): Promise<string[]> {
  const rows = await db
    .updateTable('ambassador_rewards')
    .set({ referrer_phone: null, member_id: null })
    .where('member_id', '=', memberId)
    .returning('company_id as companyId')
    .execute()
  return rows.map(({ companyId }) => companyId)
}
