import type { RawBuilder } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * What companies offer for a while: written by themselves, or as a campaign that they have booked months for. Every
 * query of theirs names the company, so another's matches nothing.
 */

/** What a company writes of an offer. */
type NewOffer = { title: string; description: string; from: string; to: string }

const newest = 60

/** `isPaid` is the word of whoever sells campaigns on a row of `offers`. */
export async function readOwnOffers(db: Database, companyId: string, isPaid: RawBuilder<boolean>) {
  return (
    db
      .selectFrom('offers')
      .select(['id', 'title', 'description', 'valid_from', 'valid_to', 'is_active'])
      .select(isPaid.as('is_paid'))
      .where('company_id', '=', companyId)
      // What can still be ended never falls off the list behind what is over.
      .orderBy('is_active', 'desc')
      .orderBy('valid_to', 'desc')
      .orderBy('id')
      .limit(newest)
      .execute()
  )
}

/** Whether this is an offer of that company's. */
export async function hasOffer(db: Database, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('offers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The id is the form's: sent twice, it is one offer. One that anybody has already is left as it is. */
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

/** What everybody sees: those that run, and are paid for. */
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

/** The campaign as an offer. Residents see it once a month of it has been paid for (`isPaid`). */
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

/** Whether the company has ended it meanwhile is left as it is. */
export async function updateCampaignDays(db: Database, offerId: string, from: string, to: string) {
  await db.updateTable('offers').set({ valid_from: from, valid_to: to }).where('id', '=', offerId).execute()
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
