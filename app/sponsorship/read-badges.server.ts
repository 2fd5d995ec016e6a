import type { Database } from '~/platform/database/database.server'
import type { Month } from '~/shared/month'
import { badgesOf, type MonthBadges, noBadges } from './badges'
import { readShownKinds } from './slot-store.server'

/**
 * The public badges of companies in a month, by company id. Needs no authorisation, like the directory that shows them.
 */
export async function readBadges(
  db: Database,
  companyIds: readonly string[],
  month: Month,
): Promise<Record<string, MonthBadges>> {
  const shown = await readShownKinds(db, companyIds, month)
  const badges = Object.fromEntries(companyIds.map((id) => [id, noBadges]))
  for (const id of new Set(shown.map(({ companyId }) => companyId))) {
    badges[id] = badgesOf(
      shown.filter(({ companyId }) => companyId === id).map(({ kind }) => ({ kind, status: 'active' })),
    )
  }
  return badges
}
