import {
  changeCompany,
  endOffer,
  hasOffer,
  insertOffer,
  localTime,
  readOwnOffers,
  requireOwnCompany,
} from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { isPaidOffer } from '~/sponsorship/public.server'
import { mostOffers, offerForm, offerState } from './offer-form'

const failure = 'Erbjudandet är inte sparat'

/** An owner creates an offer from one day to another. The id comes from the form, so creation is idempotent. */
export async function createOffer(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const today = localTime(house.clock.now()).day
  const form = parseForm(offerForm(today, Temporal.PlainDate.from(today).add({ years: 1 }).toString()), values, failure)
  if (!form.ok) return form
  const id = anId().safeParse(values.id)
  if (!id.success) return refused(failure, { message: 'Ladda om sidan och försök igen.' })
  return changeCompany<Outcome<null>>(house.db, company.id, failure, async (db) => {
    const live = (await readOwnOffers(db, company.id, isPaidOffer)).filter((offer) =>
      ['planned', 'running'].includes(offerState(offer, today)),
    )
    if (live.length >= mostOffers && !live.some((offer) => offer.id === id.data)) {
      return refused(failure, { message: `Ni har redan ${mostOffers} erbjudanden på gång. Avsluta något först.` })
    }
    await insertOffer(db, company, id.data, form.value)
    // If the id belongs to another company, nothing was inserted.
    const isThere = await hasOffer(db, company.id, id.data)
    return isThere ? accepted(null) : refused(failure, { message: 'Ladda om sidan och försök igen.' })
  })
}

/** Ends an offer at once, whatever its dates. No-op if it has ended already or is another company's. */
export async function stopOffer(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const id = anId().safeParse(values.id)
  if (id.success) await endOffer(house.db, company.id, id.data)
  return accepted(null)
}
