import { deleteApp } from '~/platform/auth/second-factor-store.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { lockProfile } from '../account-store.server'
import { mailSecondFactor } from '../address/mails.server'
import { askBothSteps } from '../login/check-both-steps.server'
import { settleSecondStep } from '../passkeys/passkey-store.server'

const failure = 'Tvåstegsverifieringen är kvar'

/**
 * Removes the authenticator app and the recovery codes at once. Needs the password and the app, a recovery code or a
 * passkey. An administrator's passkeys remain the second factor.
 */
export async function removeSecondFactor(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const { person, sessionId } = signedIn
  if (!person.twoFactorEnabled) return accepted(null)
  const both = await askBothSteps(house, visitor, signedIn, values, failure)
  if (!both.ok) return both
  await house.db.transaction().execute(async (db) => {
    await lockProfile(db, person.id)
    await deleteApp(db, person.id)
    const isOn = await settleSecondStep(db, person.id, sessionId, false)
    await mailSecondFactor(db, house.config.origin, person, isOn ? 'by passkey' : 'off')
  })
  house.wake('mail')
  return accepted(null)
}
