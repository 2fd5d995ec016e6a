import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { passwordForm, refuseWrongPassword } from './check-password.server'

const failure = 'Reservkoderna är inte bytta'

/** A person who knows the password. The codes before stop working. */
export async function renewRecoveryCodes(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const form = parseForm(passwordForm, values, failure)
  if (!form.ok) return form
  const wrong = await refuseWrongPassword(house, visitor, signedIn, form.value.password, failure)
  if (wrong) return wrong
  const recoveryCodes = await house.auth.secondFactor.renewRecoveryCodes(visitor.headers, form.value.password)
  if (recoveryCodes) return accepted({ recoveryCodes })
  return refused(failure, { message: 'Tvåstegsverifieringen är av, så det finns inga koder att byta.' })
}
