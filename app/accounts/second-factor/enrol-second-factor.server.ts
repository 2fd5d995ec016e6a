import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { passwordForm, refuseWrongPassword } from '../login/check-password.server'
import { refuseOldLogin } from '../login/confirm-login.server'
import { type EnrolmentShown, showEnrolment } from './enrolment.server'

const failure = 'Tvåstegsverifieringen är inte på'

/**
 * Starts the enrolment of an authenticator app. Needs the password, and a recent passkey login where passkeys are the
 * second factor. Nothing is asked at login until a code has been confirmed.
 */
export async function enrolSecondFactor(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<EnrolmentShown>> {
  const old = refuseOldLogin(house, signedIn, failure)
  if (old) return old
  const form = parseForm(passwordForm, values, failure)
  if (!form.ok) return form
  const wrong = await refuseWrongPassword(house, visitor, signedIn, form.value.password, failure)
  if (wrong) return wrong
  const enrolment = await house.auth.secondFactor.enrol(visitor.headers, form.value.password)
  if (enrolment) return accepted(showEnrolment(enrolment))
  return refused('Tvåstegsverifieringen är redan på', {
    message: 'Den kan ha slagits på i ett annat fönster. Ladda om sidan.',
  })
}
