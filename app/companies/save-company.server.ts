import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { companyForm } from './company-form'
import { localTime } from './local-time.server'
import { requireOwnCompany } from './own-company.server'
import { moveOffers, updateCompany } from './own-company-store.server'

/** An owner, about their company. */
export async function saveCompany(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(companyForm, values, 'Uppgifterna är inte sparade')
  if (!form.ok) return form
  await house.db.transaction().execute(async (db) => {
    await updateCompany(db, company.id, form.value)
    await moveOffers(db, company.id, form.value.postcode, localTime(house.clock.now()).day)
  })
  return accepted(null)
}
