import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { updateContact } from './account-store.server'

const profileForm = z.object({
  name: field.line('Fyll i ditt namn', 200),
  phone: field.phone,
  postcode: field.postcode,
})
/** Alarms and patrols write to a resident's phone; a company has its number in its own record. */
const withoutPhone = profileForm.extend({ phone: field.optionalPhone })

/** A person, about themselves. */
export async function saveProfile(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = parseForm(person.role === 'member' ? profileForm : withoutPhone, values, 'Uppgifterna är inte sparade')
  if (!form.ok) return form
  await updateContact(house.db, person.id, form.value, house.clock.now())
  return accepted(null)
}
