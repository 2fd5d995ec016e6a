import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import { openPostcodes } from '~/postcodes/public.server'
import { defaultPolicy, type Policy } from './policy'

const columns = [
  'call_again_s as callAgainS',
  'ring_s as ringS',
  'ring_times as ringTimes',
  'widen_s as widenS',
  'tell_member_s as tellMemberS',
  'release_s as releaseS',
  'walk_grace_s as walkGraceS',
  'canary_days as canaryDays',
] as const

export async function readPolicy(db: Database, postcode: string): Promise<Policy> {
  const own = db.selectFrom('alarm_policies').select(columns).where('postcode', '=', postcode)
  const { rows } = await executeNamed(db, 'alarm policy', own)
  return rows[0] ?? defaultPolicy
}

/** The policies of several postcodes in one query; the default where a postcode has none. */
export async function readPoliciesOf(db: Database, postcodes: string[]): Promise<(postcode: string) => Policy> {
  const rows = await db
    .selectFrom('alarm_policies')
    .select(['postcode', ...columns])
    .where('postcode', 'in', postcodes.length > 0 ? postcodes : [''])
    .execute()
  const own = new Map(rows.map(({ postcode, ...policy }) => [postcode, policy]))
  return (postcode) => own.get(postcode) ?? defaultPolicy
}

/** All postcodes with a policy of their own. */
export async function readPolicies(db: Database): Promise<(Policy & { postcode: string })[]> {
  return db
    .selectFrom('alarm_policies')
    .select(['postcode', ...columns])
    .orderBy('postcode')
    .execute()
}

export async function upsertPolicy(db: Database, postcode: string, policy: Policy, now: Date) {
  const row = {
    call_again_s: policy.callAgainS,
    ring_s: policy.ringS,
    ring_times: policy.ringTimes,
    widen_s: policy.widenS,
    tell_member_s: policy.tellMemberS,
    release_s: policy.releaseS,
    walk_grace_s: policy.walkGraceS,
    canary_days: policy.canaryDays,
    changed_at: now,
  }
  await db
    .insertInto('alarm_policies')
    .values({ postcode, ...row })
    .onConflict((conflict) => conflict.column('postcode').doUpdateSet(row))
    .execute()
}

/** Open postcodes whose last canary is older than their policy allows. */
export async function readSilentPostcodes(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from ${openPostcodes} as open left join alarm_policies on alarm_policies.postcode = code
    left join lateral (
      select created_at from safety_alarms
      where origin = 'canary' and safety_alarms.postcode = code order by id desc limit 1) as last on true
    where (last.created_at is null or last.created_at
      < ${now}::timestamptz - make_interval(days => coalesce(canary_days, ${defaultPolicy.canaryDays})))
    order by code limit 500`.execute(db)
  return rows.map(({ code }) => code)
}
