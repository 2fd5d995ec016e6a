import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { isTitle } from '~/shared/names/shown-name'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { optionalPhone, ownPhone } from '~/shared/phone-fields'
import { updateContact } from '../account-store.server'
import { refuseStaleLogin } from '../login/confirm-login.server'

const failure = 'Uppgifterna är inte sparade'
const profileForm = z.object({
  name: field.name('Fyll i ditt namn', 200),
  phone: ownPhone,
  postcode: field.postcode,
})
/** The phone is required of residents only, for alarms and patrols. A company's number is in its own record. */
const withoutPhone = profileForm.extend({ phone: optionalPhone })

/**
 * An owner who takes an alarm is shown by name to a frightened person, so the name must not suggest somebody else, such
 * as the police (shared/names/shown-name.ts).
 */
const somebodyElse =
  'Skriv ditt eget namn. Den som larmar ser förnamnet om du tar larmet, och ska inte tro att det är någon annan som kommer'

/** Saves one's own profile. Codes and alarm messages go to the phone number, so changing it needs a fresh login. */
export async function saveProfile(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const { person } = signedIn
  const form = parseForm(person.role === 'member' ? profileForm : withoutPhone, values, failure)
  if (!form.ok) return form
  const { name } = form.value
  if (person.role === 'company' && name !== person.name && isTitle(name)) {
    return refused(failure, { fields: { name: somebodyElse } })
  }
  if (form.value.phone !== person.phone) {
    const stale = await refuseStaleLogin({ house, visitor, signedIn, values }, failure)
    if (stale) return stale
  }
  await updateContact(house.db, person.id, form.value, house.clock.now())
  return accepted(null)
}
