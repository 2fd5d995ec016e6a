import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { deleteOpenProofs } from './account-store.server'
import { refuseWrongPassword } from './check-password.server'
import { mailPasswordChanged } from './mails.server'

const failure = 'Lösenordet är inte bytt'
const changeForm = z.object({ password: field.password, newPassword: field.newPassword })

/** A person who knows the present password. Every other session ends, and this one is renewed. */
export async function changePassword(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const form = parseForm(changeForm, values, failure)
  if (!form.ok) return form
  const { password, newPassword } = form.value
  const wrong = await refuseWrongPassword(house, visitor, signedIn, password, failure)
  if (wrong) return wrong

  const cookies = await house.auth.passwords.change(visitor.headers, password, newPassword)
  // The same form sent twice at once: the other one was first.
  if (!cookies) return refused(failure, { fields: { password: 'Lösenordet stämmer inte' } })
  const { person } = signedIn
  await house.db.transaction().execute(async (db) => {
    await deleteOpenProofs(db, person.id)
    await mailPasswordChanged(db, house.config.origin, person)
  })
  house.wake('mail')
  return accepted({ cookies })
}
