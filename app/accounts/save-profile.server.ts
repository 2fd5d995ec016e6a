import { z } from 'zod'
import { changeNumber } from '~/membership/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
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
  const contact = form.value
  await house.db.transaction().execute(async (db) => {
    const write = (db: Database) => updateContact(db, person.id, contact, house.clock.now())
    if (person.role === 'member') await changeNumber({ ...house, db }, person.id, contact.phone, write)
    else await write(db)
  })
  house.wake('mail')
  return accepted(null)
}
