import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { askBothSteps } from '../login/check-both-steps.server'

const failure = 'Reservkoderna är inte bytta'
const isOff = 'Tvåstegsverifieringen är av, så det finns inga koder att byta.'

/**
 * Replaces the recovery codes. Needs the password and the app, a remaining recovery code or a passkey. The old codes
 * stop working.
 */
export async function renewRecoveryCodes(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  if (!signedIn.person.twoFactorEnabled) return refused(failure, { message: isOff })
  const both = await askBothSteps(house, visitor, signedIn, values, failure)
  if (!both.ok) return both
  const recoveryCodes = await house.auth.secondFactor.renewRecoveryCodes(visitor.headers, both.value)
  if (recoveryCodes) return accepted({ recoveryCodes })
  return refused(failure, { message: isOff })
}
