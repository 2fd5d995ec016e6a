import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { ClosedDays } from './closed-days'
import type { CompanyForm } from './company-form'
import type { Span } from './opening-hours'

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

export async function readWeek(db: Database, companyId: string): Promise<Span[]> {
  return db
    .selectFrom('opening_hours')
    .select([
      'weekday',
      sql<string>`to_char(opens, 'HH24:MI')`.as('opens'),
      sql<string>`to_char(closes, 'HH24:MI')`.as('closes'),
    ])
    .where('company_id', '=', companyId)
    .orderBy('weekday')
    .orderBy('opening_hours.opens')
    .execute()
}

export async function replaceWeek(db: Database, companyId: string, spans: Span[]) {
  await db.deleteFrom('opening_hours').where('company_id', '=', companyId).execute()
  if (spans.length === 0) return
  await db
    .insertInto('opening_hours')
    .values(spans.map((span) => ({ company_id: companyId, ...span })))
    .execute()
}

/** Those that are not over, the nearest first. */
export async function readClosedDays(db: Database, companyId: string, today: string) {
  return db
    .selectFrom('closed_periods')
    .select(['id', 'from_day', 'to_day', 'reason'])
    .where('company_id', '=', companyId)
    .where('to_day', '>=', today)
    .orderBy('from_day')
    .orderBy('id')
    .execute()
}

export async function insertClosedDays(db: Database, companyId: string, days: ClosedDays) {
  await db
    .insertInto('closed_periods')
    .values({ company_id: companyId, from_day: days.from, to_day: days.to, reason: days.reason })
    .execute()
}

export async function deleteClosedDays(db: Database, companyId: string, id: string) {
  await db.deleteFrom('closed_periods').where('company_id', '=', companyId).where('id', '=', id).execute()
}
