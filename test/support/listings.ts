import type { Insertable } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Companies, Services } from '../../db/schema'

/** Companies for the directory, without owners. */

const company = {
  org_number: '556016-0680',
  category: 'other',
  address: 'Götalandsvägen 1',
  postcode: '12540',
  email: 'hej@exempel.se',
  phone: '+46701740600',
}

/** The profile form of a company, without its mail address. */
export const companyProfile = {
  name: 'Lind & Co',
  orgNumber: '556016-0680',
  category: 'garden',
  address: 'Nya vägen 2',
  postcode: '125 41',
  phone: '08-12 34 56 79',
}

type Given = Partial<Insertable<Companies>> & { name: string }

export async function listCompany(db: Database, given: Given): Promise<string> {
  const { id } = await db
    .insertInto('companies')
    .values({ ...company, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listService(
  db: Database,
  companyId: string,
  given: Partial<Insertable<Services>> & { title: string },
) {
  const service = { company_id: companyId, category: 'other', base_price_cents: 600_00, duration_min: 60, ...given }
  await db.insertInto('services').values(service).execute()
}
