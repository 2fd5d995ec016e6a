import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { readPermit } from './admin-store.server'
import { whyNotDispatched } from './permit'

/** Whether a company is a safety partner, and why alarms do not reach it; null when they do. */
export async function readCallStanding(db: Database, companyId: string, now: Date) {
  const company = await db
    .selectFrom('companies')
    .select(['is_security_partner', 'security_status', 'review_state', 'deleted_at'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const called = {
    isSecurityPartner: company.is_security_partner,
    securityStatus: company.security_status,
    reviewState: company.review_state,
    isGone: company.deleted_at !== null,
  }
  const permit = (await readPermit(db, companyId)) ?? null
  return {
    isPartner: company.is_security_partner,
    whyNotCalled: whyNotDispatched(called, permit, dayOf(now)),
    permitUntil: permit?.validUntil ?? null,
  }
}
