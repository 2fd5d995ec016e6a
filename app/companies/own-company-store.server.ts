import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { CompanyForm } from './company-form'
import type { ReviewState } from './standing/review'

/** The SQL of a company as its owner edits it. Every query names the company, which comes from the owner's session. */

export async function readCompanyOfOwner(db: Database, ownerId: string) {
  return (
    db
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
        'vat_number',
        'insurance_stated',
        'capacity',
        'review_state',
        'hidden_reason',
        'proposed_name',
        'proposed_org_number',
      ])
      // Has a permit as a guard company, whatever its package.
      .select(
        sql<boolean>`exists (select from security_partner_records where company_id = companies.id)`.as('has_permit'),
      )
      .where('owner_id', '=', ownerId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )
}

/** Whether a person owns a guard company: one with a permit, or one whose category is security. */
export async function ownsGuardCompany(db: Database, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(category = 'security' or exists (select from security_partner_records where company_id = companies.id))`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a company's row, so that changes of several of its rows are serialised. False if the company or its owner is
 * gone.
 */
export async function lockCompany(db: Database, companyId: string): Promise<boolean> {
  const held = db.selectFrom('companies').select('deleted_at').where('id', '=', companyId).forUpdate()
  return (await held.executeTakeFirst())?.deleted_at === null
}

/**
 * Others know the company by this name already (reviewed, or a new name is asked for), so only an administrator changes
 * it.
 */
const isKnown = sql`(review_state <> 'waiting' or proposed_name is not null)`

/**
 * Saves the owner's edits. A name and number that an administrator has reviewed are not changed: the new ones are
 * stored as proposed, and the company waits for review. Proposing the approved ones withdraws the proposal.
 */
export async function updateCompany(db: Database, companyId: string, form: CompanyForm) {
  const isOther = sql`(name, org_number) is distinct from (${form.name}, ${form.orgNumber})`
  await db
    .updateTable('companies')
    .set({
      name: sql<string>`case when ${isKnown} then name else ${form.name} end`,
      org_number: sql<string>`case when ${isKnown} then org_number else ${form.orgNumber} end`,
      proposed_name: sql<string | null>`case when ${isKnown} and ${isOther} then ${form.name} end`,
      proposed_org_number: sql<string | null>`case when ${isKnown} and ${isOther} then ${form.orgNumber} end`,
      category: form.category,
      address: form.address,
      postcode: form.postcode,
      phone: form.phone,
      email: form.email,
      bio: form.bio,
      vat_number: form.vatNumber,
      f_tax_stated: form.fTax,
      insurance_stated: form.insurance,
      review_state: sql<ReviewState>`case
        when review_state = 'approved' and ${isOther} then 'waiting'
        when review_state = 'waiting' and proposed_name is not null and not ${isOther} then 'approved'
        else review_state end`,
    })
    .where('id', '=', companyId)
    .execute()
}

export async function readReviewState(db: Database, companyId: string): Promise<ReviewState | undefined> {
  const row = await db.selectFrom('companies').select('review_state').where('id', '=', companyId).executeTakeFirst()
  return row?.review_state
}

export async function updateCapacity(db: Database, companyId: string, capacity: number) {
  await db.updateTable('companies').set({ capacity }).where('id', '=', companyId).execute()
}

/**
 * Sets the logo and returns the file that is no longer used: the previous logo or, if the company is removed, the new
 * one. The row is locked in between, so concurrent calls neither leak a file nor return one twice.
 */
export async function exchangeLogo(db: Database, companyId: string, logoUrl: string | null): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    update companies set logo_url = ${logoUrl}
    from (select id, logo_url from companies where id = ${companyId} for update) as old
    where companies.id = old.id and deleted_at is null
    returning old.logo_url as before`.execute(db)
  return rows[0] ? rows[0].before : logoUrl
}
