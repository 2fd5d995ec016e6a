import type { Database } from '~/platform/database/database.server'
import { isPaidOffer } from '~/sponsorship/public.server'
import type { OfferForm } from './offer-form'

/** A company's offers as the company sees them. Every query names the company, so another's matches nothing. */

const newest = 60

export async function readOwnOffers(db: Database, companyId: string) {
  return db
    .selectFrom('offers')
    .select(['id', 'title', 'description', 'valid_from', 'valid_to', 'is_active'])
    .select(isPaidOffer.as('is_paid'))
    .where('company_id', '=', companyId)
    .orderBy('valid_to', 'desc')
    .orderBy('id')
    .limit(newest)
    .execute()
}

/** The id is the form's: sent twice, it is one offer. One that anybody has already is left as it is. */
export async function insertOffer(
  db: Database,
  company: { id: string; postcode: string },
  id: string,
  form: OfferForm,
) {
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
