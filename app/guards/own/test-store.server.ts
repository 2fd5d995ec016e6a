import { sql } from 'kysely'
import { companyIsHere } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside } from '~/platform/work/one-run'

/**
 * Claims the overdue guards of one company: whose phones have not answered since `before`, and who have not been named
 * in a reminder since then.
 */
export async function claimUntested(
  db: Database,
  before: Date,
  now: Date,
  setAside: readonly string[] = [],
): Promise<{ companyId: string; names: string[] } | null> {
  const { rows } = await sql<{ companyId: string; names: string[] }>`
    with one as (
      select guards.company_id from guards
      where ${companyIsHere('guards.company_id')} and guards.removed_at is null and guards.phone_verified_at is not null
        and coalesce(guards.tested_at, guards.phone_verified_at) < ${before}
        and (guards.test_reminded_at is null or guards.test_reminded_at < ${before})
        and ${isNotSetAside('guards.company_id', setAside)}
      order by guards.id limit 1 for update of guards skip locked
    ), named as (
      update guards set test_reminded_at = ${now}
      where company_id = (select company_id from one) and removed_at is null and phone_verified_at is not null
        and coalesce(tested_at, phone_verified_at) < ${before}
        and (test_reminded_at is null or test_reminded_at < ${before})
      returning company_id, name
    )
    select company_id as "companyId", array_agg(name order by name) as names from named group by company_id`.execute(db)
  return rows[0] ?? null
}
