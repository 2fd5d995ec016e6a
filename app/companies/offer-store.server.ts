import type { RawBuilder } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * The SQL of offers: written by companies, or as a campaign in their booked months. Every query for an owner names the
 * company, so another company's offer matches nothing.
 */

/** The fields of an offer that a company writes. */
type NewOffer = { title: string; description: string; from: string; to: string }

const newest = 60

/** `isPaid` is an SQL condition on a row of `offers`, from the slice that sells campaigns. */
export async function readOwnOffers(db: Database, companyId: string, isPaid: RawBuilder<boolean>) {
  return (
    db
      .selectFrom('offers')
      .select(['id', 'title', 'description', 'valid_from', 'valid_to', 'is_active'])
      .select(isPaid.as('is_paid'))
      .where('company_id', '=', companyId)
      // Active offers first, so that `limit` never cuts off one that can still be ended.
      .orderBy('is_active', 'desc')
      .orderBy('valid_to', 'desc')
      .orderBy('id')
      .limit(newest)
      .execute()
  )
}

/** Whether the offer is that company's. */
export async function hasOffer(db: Database, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Idempotent: the id comes from the form. An existing offer with this id is left as it is, whoever owns it. */
export async function insertOffer(db: Database, company: { id: string; postcode: string }, id: string, form: NewOffer) {
  await db
    .insertInto('offers')
    .values({
      id,
      company_id: company.id,
      postcode: company.postcode,
      title: form.title,
      description: form.description,
      valid_from: form.from,
      valid_to: form.to,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function endOffer(db: Database, companyId: string, id: string) {
  await db
    .updateTable('offers')
    .set({ is_active: false })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** The offers that everybody sees: running and paid for. */
export async function readValidOffers(db: Database, companyId: string, today: string, isPaid: RawBuilder<boolean>) {
  return db
    .selectFrom('offers')
    .select(['id', 'title', 'description', 'valid_to'])
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .where(isPaid)
    .where('valid_from', '<=', today)
    .where('valid_to', '>=', today)
    .orderBy('valid_to')
    .orderBy('id')
    .execute()
}

type Campaign = {
  companyId: string
  postcode: string
  title: string
  description: string
  from: string
  to: string
  now: Date
}

/** Stores a campaign as an offer. Residents see it once one of its months is paid for (`isPaid`). */
export async function insertCampaignOffer(db: Database, campaign: Campaign): Promise<string> {
  const { id } = await db
    .insertInto('offers')
    .values({
      company_id: campaign.companyId,
      title: campaign.title,
      description: campaign.description,
      valid_from: campaign.from,
      valid_to: campaign.to,
      postcode: campaign.postcode,
      is_active: true,
      created_at: campaign.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Moves a campaign's days. `is_active` stays: the company may have ended the offer. */
export async function updateCampaignDays(db: Database, offerId: string, from: string, to: string) {
  await db.updateTable('offers').set({ valid_from: from, valid_to: to }).where('id', '=', offerId).execute()
}

/** Moves the company's offers that are not over to its new postcode. */
export async function moveOffers(db: Database, companyId: string, postcode: string, today: string) {
  await db
    .updateTable('offers')
    .set({ postcode })
    .where('company_id', '=', companyId)
    .where('valid_to', '>=', today)
    .where('postcode', '<>', postcode)
    .execute()
}
