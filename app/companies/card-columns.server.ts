import { sql } from 'kysely'
import { firstDay, type Month } from '~/shared/month'

/** What a card in a list shows of a company, badges apart. */
export const cardColumns = [
  'companies.id',
  'companies.name',
  'companies.category',
  'companies.bio',
  'companies.rating',
  'companies.plan',
  'companies.is_security_partner',
  'companies.logo_url',
  'companies.postcode',
] as const

/** Badges are never stored: they follow from the months a company has booked and paid for. */
export function badgeColumns(month: Month) {
  const active = (table: 'sponsor_slots' | 'season_slots') => sql<boolean>`exists (
    select from ${sql.table(table)} as slot
    where slot.company_id = companies.id and slot.month = ${firstDay(month)}::date and slot.status = 'active')`
  return [active('sponsor_slots').as('is_month_sponsor'), active('season_slots').as('is_season_partner')] as const
}

/** Neither removed by its owner nor hidden by an admin: what everybody may see. */
export const isListed = sql<boolean>`(companies.deleted_at is null and companies.review_state <> 'hidden')`
