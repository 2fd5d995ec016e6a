import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { changeCompany, requireOwnCompany } from '../own-company.server'
import { updateCapacity } from '../own-company-store.server'
import { replaceOpeningHours } from './hours-store.server'
import { parseWeek, weekFailure } from './opening-hours-form'

/** An owner sets their company's opening hours. Replaces the whole week. */
export async function saveHours(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const week = parseWeek(values)
  if (!week.ok) return week
  return changeCompany(house.db, company.id, weekFailure, async (db) => {
    await replaceOpeningHours(db, company.id, week.value)
    return accepted(null)
  })
}

const capacityFailure = 'Antalet är inte sparat'
const capacityForm = z.object({ capacity: field.whole(1, 50, 'Skriv ett tal mellan 1 och 50') })

/** An owner sets how many jobs their company can do at the same time. */
export async function saveCapacity(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const company = await requireOwnCompany(house.db, signedIn)
  const form = parseForm(capacityForm, values, capacityFailure)
  if (!form.ok) return form
  return changeCompany(house.db, company.id, capacityFailure, async (db) => {
    await updateCapacity(db, company.id, form.value.capacity)
    return accepted(null)
  })
}
