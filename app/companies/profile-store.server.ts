import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { servicePhoto } from './photos/photo-store.server'
import { cardColumns, isListed } from './services/card-columns.server'
import { isRutShown } from './services/service-store.server'

const isGone = sql<boolean>`(not ${isListed})`.as('is_gone')

/** A seller's details, for a customer. */
const sellerColumns = ['companies.org_number', 'companies.vat_number', 'companies.f_tax_stated'] as const

/** Also for a removed or hidden company: its page says that it is gone, instead of "not found". */
export async function readCompanyForProfile(db: Database, id: string, now: Date) {
  return db
    .selectFrom('companies')
    .select([...cardColumns(now), 'companies.address', 'companies.email', 'companies.phone', ...sellerColumns])
    .select(isGone)
    .where('companies.id', '=', id)
    .executeTakeFirst()
}

/** What the picture for shared links shows of a company. */
export async function readPictured(db: Database, id: string) {
  return db
    .selectFrom('companies')
    .select(['companies.name', 'companies.category', 'companies.postcode', isGone])
    .where('companies.id', '=', id)
    .executeTakeFirst()
}

/** The services that can be bought, in the company's own order. */
export async function readServicesShown(db: Database, companyId: string) {
  return db
    .selectFrom('services')
    .select(['id', 'title', 'description', 'base_price_cents as listOre', 'duration_min', 'labour_percent', 'place'])
    .select([isRutShown.as('is_rut'), servicePhoto.as('photo')])
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
