import { z } from 'zod'
import { updatePostcode } from '~/accounts/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { changePerson } from './change-person.server'

const postcodeForm = z.object({
  postcode: field.postcode,
  reason: field.paragraph('Skriv varför', 1000),
})

/**
 * An admin corrects a person's postcode. A reason is required, since it decides which patrols, companies and security
 * partners serve them.
 */
export async function correctPostcode(asked: Asked, id: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const form = parseForm(postcodeForm, asked.values, 'Postnumret är inte rättat')
  if (!form.ok) return form
  const { postcode, reason } = form.value
  return changePerson(asked, { id, deed: 'correct postcode', reason }, async (db, person) => {
    if (person.postcode === postcode) return accepted(null)
    await updatePostcode(db, id, postcode, asked.house.clock.now())
    return accepted({ before: { postcode: person.postcode }, after: { postcode } })
  })
}
