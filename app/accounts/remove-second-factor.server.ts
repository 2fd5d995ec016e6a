import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { refuseWrongCode } from './check-code.server'
import { passwordAndCodeForm, refuseWrongPassword } from './check-password.server'
import { mailSecondFactor } from './mails.server'

const failure = 'Tvåstegsverifieringen är kvar'

/** A person who knows the password and has the app, or a recovery code left. The app and the recovery codes stop working at once. */
export async function removeSecondFactor(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const { person } = signedIn
  if (!person.twoFactorEnabled) return accepted({ cookies: [] })
  const form = parseForm(passwordAndCodeForm, values, failure)
  if (!form.ok) return form
  const wrong = await refuseWrongPassword(house, visitor, signedIn, form.value.password, failure)
  if (wrong) return wrong
  const wrongCode = await refuseWrongCode(house, visitor, signedIn, form.value.code, failure)
  if (wrongCode) return wrongCode
  const cookies = await house.auth.secondFactor.remove(visitor.headers, form.value.password)
  if (!cookies) return refused(failure, { fields: { password: 'Lösenordet stämmer inte' } })
  await mailSecondFactor(house.db, house.config.origin, person, 'off')
  house.wake('mail')
  return accepted({ cookies })
}
