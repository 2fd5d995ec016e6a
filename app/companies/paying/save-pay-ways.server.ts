import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { payWayNames, readSwishNumber } from './pay-ways'
import { updatePayWays } from './pay-ways-store.server'

const failure = 'Betalsätten är inte sparade'

const swishNumber = z
  .string()
  .max(40, 'Numret är för långt')
  .default('')
  .transform((typed, context) => {
    if (typed.trim() === '') return null
    const number = readSwishNumber(typed)
    if (number !== null) return number
    context.addIssue('Ett företags nummer i Swish har tio siffror och börjar med 123, till exempel 123 456 78 90')
    return z.NEVER
  })

const payWaysForm = z.object({ swishNumber, card: field.box, invoice: field.box, cash: field.box })

/** An owner sets how their company is paid. At least one way is required. */
export async function savePayWays(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(payWaysForm, values, failure)
  if (!form.ok) return form
  if (payWayNames(form.value).length === 0) {
    return refused(failure, { message: 'Välj minst ett sätt, så att kunderna vet hur de ska betala.' })
  }
  return changeCompany(house.db, company.id, failure, async (db) => {
    await updatePayWays(db, company.id, form.value)
    return accepted(null)
  })
}
