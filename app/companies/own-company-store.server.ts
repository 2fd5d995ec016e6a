import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { CompanyForm } from './company-form'

/** The company's own side of its record. Every query names the company, which the owner's session gave. */

export async function readCompanyOfOwner(db: Database, ownerId: string) {
  return db
    .selectFrom('companies')
    .select([
      'id',
      'name',
      'org_number',
      'category',
      'address',
      'postcode',
      'phone',
      'email',
      'bio',
      'logo_url',
      'rating',
      'rating_count',
      'is_security_partner',
      'f_tax_stated',
      'insurance_stated',
      'capacity',
      'review_state',
      'hidden_reason',
    ])
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whoever changes several rows of a company takes turns with its other tabs. */
export async function lockCompany(db: Database, companyId: string) {
  await db.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
}

/** An admin has approved a name and a number; when those change, somebody looks again. */
export async function updateCompany(db: Database, companyId: string, form: CompanyForm) {
  await db
    .updateTable('companies')
    .set({
      name: form.name,
      org_number: form.orgNumber,
      category: form.category,
      address: form.address,
      postcode: form.postcode,
      phone: form.phone,
      email: form.email,
      bio: form.bio,
      f_tax_stated: form.fTax,
      insurance_stated: form.insurance,
      review_state: sql<string>`case
        when review_state = 'approved' and (name, org_number) is distinct from (${form.name}, ${form.orgNumber})
        then 'waiting' else review_state end`,
    })
    .where('id', '=', companyId)
    .execute()
}

/** Offers that are not over follow a company that moves. */
export async function moveOffers(db: Database, companyId: string, postcode: string, today: string) {
  await db
    .updateTable('offers')
    .set({ postcode })
    .where('company_id', '=', companyId)
    .where('valid_to', '>=', today)
    .where('postcode', '<>', postcode)
    .execute()
}

export async function updateCapacity(db: Database, companyId: string, capacity: number) {
  await db.updateTable('companies').set({ capacity }).where('id', '=', companyId).execute()
}

/** Says which logo it had before. The row is locked between the two, so no picture is forgotten or lost twice. */
export async function exchangeLogo(db: Database, companyId: string, logoUrl: string | null): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    update companies set logo_url = ${logoUrl}
    from (select id, logo_url from companies where id = ${companyId} for update) as old
    where companies.id = old.id
    returning old.logo_url as before`.execute(db)
  return rows[0]?.before ?? null
}
