import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { companyForm } from './company-form'
import { localTime } from './hours/local-time.server'
import { moveOffers } from './offer-store.server'
import { changeCompany, requireOwnCompany } from './own-company.server'
import { readReviewState, updateCompany } from './own-company-store.server'
import { tellOfNames } from './tell-of-names.server'

const failure = 'Uppgifterna är inte sparade'

/**
 * An owner edits their company. A new name or number of a reviewed company is only proposed, and a partner gets no
 * alarms until an administrator has looked at it. The address does not affect the areas where a partner is called.
 */
export async function saveCompany(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(companyForm, values, failure)
  if (!form.ok) return form
  const saved = await changeCompany<Outcome<null>>(house.db, company.id, failure, async (db) => {
    const { postcode } = form.value
    const booked = (await house.above.readBookedPostcodes(db, company.id)).find((one) => one !== postcode)
    if (booked) return refused(failure, { fields: { postcode: staysIn(booked) } })
    const before = await readReviewState(db, company.id)
    await updateCompany(db, company.id, form.value)
    await moveOffers(db, company.id, form.value.postcode, localTime(house.clock.now()).day)
    const isAsked = before === 'approved' && (await readReviewState(db, company.id)) === 'waiting'
    if (isAsked) await tellOfNames({ ...house, db }, company, form.value)
    return accepted(null)
  })
  house.wake('messages')
  return saved
}

const staysIn = (postcode: string) =>
  `Ni har bokade månader i ${formatPostcode(postcode)}. Byt postnummer när de är över, eller skriv till oss.`
