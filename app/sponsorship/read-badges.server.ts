import type { Database } from '~/platform/database/database.server'
import type { Month } from '~/shared/month'
import { badgesOf, type MonthBadges, noBadges } from './badges'
import { readActiveKinds } from './slot-store.server'

/** The badges of each of these companies in a month, by company id; public, like the directory that shows them. */
export async function readBadges(
  db: Database,
  companyIds: readonly string[],
  month: Month,
): Promise<Record<string, MonthBadges>> {
  const active = await readActiveKinds(db, companyIds, month)
  const badges = Object.fromEntries(companyIds.map((id) => [id, noBadges]))
  for (const id of new Set(active.map(({ companyId }) => companyId))) {
    badges[id] = badgesOf(
      active.filter(({ companyId }) => companyId === id).map(({ kind }) => ({ kind, status: 'active' })),
    )
  }
  return badges
}
