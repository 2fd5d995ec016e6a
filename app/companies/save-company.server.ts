import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { companyForm } from './company-form'
import { localTime } from './hours/local-time.server'
import { moveOffers } from './offer-store.server'
import { requireOwnCompany } from './own-company.server'
import { lockCompany, readReviewState, updateCompany } from './own-company-store.server'
import { tellOfNames } from './tell-of-names.server'

/**
 * An owner, about their company. A name or number that was approved is only asked for; a partner gets no alarms
 * until somebody has looked. Where it is called has nothing to do with its address.
 */
export async function saveCompany(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(companyForm, values, 'Uppgifterna är inte sparade')
  if (!form.ok) return form
  await house.db.transaction().execute(async (db) => {
    await lockCompany(db, company.id)
    const before = await readReviewState(db, company.id)
    await updateCompany(db, company.id, form.value)
    await moveOffers(db, company.id, form.value.postcode, localTime(house.clock.now()).day)
    const isAsked = before === 'approved' && (await readReviewState(db, company.id)) === 'waiting'
    if (isAsked) await tellOfNames({ ...house, db }, company, form.value)
  })
  house.wake('messages')
  return accepted(null)
}
