import { sql } from 'kysely'
import { companyIsHere, isActedFor } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside, onlyTurn, type Turn } from '~/platform/work/one-run'

/**
 * Claims the overdue guards of one company: whose phones have not answered since `before`, and who have not been named
 * in a reminder since then. Not while nobody may act for the company, which gets no alarms then and whose owner could not
 * log in. Claims by the first of a company's, so that two processes never wait for each other's guards (deadlock). The
 * claim is a statement of its own, so that it is known whose they were if they cannot be
 * marked.
 */
export async function claimUntested(
  db: Database,
  before: Date,
  now: Date,
  { setAside, claimed }: Turn = onlyTurn,
): Promise<{ companyId: string; names: string[] } | null> {
  const isOverdue = (guards: string) => {
    const its = (column: string) => sql.ref(`${guards}.${column}`)
    return sql`(${its('removed_at')} is null and ${its('phone_verified_at')} is not null
      and coalesce(${its('tested_at')}, ${its('phone_verified_at')}) < ${before}
      and (${its('test_reminded_at')} is null or ${its('test_reminded_at')} < ${before}))`
  }
  const { rows } = await sql<{ companyId: string }>`
    select guards.company_id as "companyId" from guards
    where ${companyIsHere('guards.company_id')} and ${isActedFor(sql.ref('guards.company_id'))}
      and ${isOverdue('guards')} and ${isNotSetAside('guards.company_id', setAside)}
      and not exists (select from guards as before
        where before.company_id = guards.company_id and before.id < guards.id and ${isOverdue('before')})
    order by guards.id limit 1 for update of guards skip locked`.execute(db)
  const companyId = rows[0]?.companyId
  if (companyId === undefined) return null
  claimed(companyId)
  const marked = await sql<{ name: string }>`
    update guards set test_reminded_at = ${now} where company_id = ${companyId} and ${isOverdue('guards')}
    returning name`.execute(db)
  return { companyId, names: marked.rows.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'sv')) }
}
