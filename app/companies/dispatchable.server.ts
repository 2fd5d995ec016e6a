import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '~/shared/time'

/**
 * `isDispatchable` of permit.ts for a query over `companies`, so that whom an alarm reaches is found by an
 * index. dispatchable.server.test.ts holds the two together.
 */
export function dispatchable(now: Date): RawBuilder<boolean> {
  return sql<boolean>`companies.is_security_partner
    and companies.security_status = 'active'
    and companies.review_state <> 'hidden'
    and companies.deleted_at is null
    and exists (
      select from security_partner_records
      where security_partner_records.company_id = companies.id
        and security_partner_records.valid_until >= ${dayOf(now)}::date)`
}
