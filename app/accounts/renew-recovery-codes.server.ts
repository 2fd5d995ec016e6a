import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { refuseWrongCode } from './check-code.server'
import { passwordAndCodeForm, refuseWrongPassword } from './check-password.server'

const failure = 'Reservkoderna är inte bytta'
const isOff = 'Tvåstegsverifieringen är av, så det finns inga koder att byta.'

/** A person who knows the password and has the app, or a recovery code left. The codes before stop working. */
export async function renewRecoveryCodes(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  if (!signedIn.person.twoFactorEnabled) return refused(failure, { message: isOff })
  const form = parseForm(passwordAndCodeForm, values, failure)
  if (!form.ok) return form
  const wrong = await refuseWrongPassword(house, visitor, signedIn, form.value.password, failure)
  if (wrong) return wrong
  const wrongCode = await refuseWrongCode(house, visitor, signedIn, form.value.code, failure)
  if (wrongCode) return wrongCode
  const recoveryCodes = await house.auth.secondFactor.renewRecoveryCodes(visitor.headers, form.value.password)
  if (recoveryCodes) return accepted({ recoveryCodes })
  return refused(failure, { message: isOff })
}
