import { sql } from 'kysely'

/** What a card in a list shows of a company, badges of the month apart. */
export const cardColumns = [
  'companies.id',
  'companies.name',
  'companies.category',
  'companies.bio',
  'companies.rating',
  'companies.rating_count',
  'companies.plan',
  'companies.is_security_partner',
  'companies.logo_url',
  'companies.postcode',
] as const

/** Neither removed by its owner nor hidden by an admin: what everybody may see. */
export const isListed = sql<boolean>`(companies.deleted_at is null and companies.review_state <> 'hidden')`
