import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { passkeyOfNoUse, provePasskey } from '../passkeys/prove-passkey.server'
import { refuseWrongCode } from './check-code.server'
import { passwordAndCodeForm, passwordForm, refuseWrongPassword } from './check-password.server'

/**
 * Checks the password, and a code or a passkey, for deeds that the password and an open session alone must not allow.
 * Returns the password if both are right.
 */
export async function askBothSteps(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
  failure: string,
): Promise<Outcome<string>> {
  const byPasskey = Boolean(values.passkey)
  const form = parseForm(byPasskey ? passwordForm : passwordAndCodeForm, values, failure)
  if (!form.ok) return form
  const { password } = form.value
  const wrong = await refuseWrongPassword(house, visitor, signedIn, password, failure)
  if (wrong) return wrong
  if (byPasskey) {
    const proven = await provePasskey(house, visitor, 'confirm', values.passkey)
    return proven?.personId === signedIn.person.id ? accepted(password) : refused(failure, { message: passkeyOfNoUse })
  }
  return (await refuseWrongCode(house, visitor, signedIn, values.code?.trim() ?? '', failure)) ?? accepted(password)
}
