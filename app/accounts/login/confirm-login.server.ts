import type { Asked } from '~/door/deed.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { refuseWrongPassword } from './check-password.server'
import { isFresh } from './fresh-login'
import { refuseWrongPasskey } from './prove-self.server'
import { updateConfirmedAt } from './session-store.server'

/**
 * Null if the login is fresh, or the form brought the right password or one of the person's passkeys, which makes the
 * login fresh. Sensitive use cases call this first. Their forms show the password field when the login was stale at
 * page load (`FreshLogin`) or after a refusal (`AskedLogin`).
 */
export async function refuseStaleLogin(asked: Asked, failure: string): Promise<Refusal | null> {
  const { house, visitor, signedIn, values } = asked
  const now = house.clock.now()
  if (isFresh(signedIn, now)) return null
  if (values.passkey) {
    const wrong = await refuseWrongPasskey(asked, failure)
    if (wrong) return wrong
  } else {
    const wrong = await refuseWrongPassword(house, visitor, signedIn, values.password ?? '', failure)
    if (wrong) return values.password ? wrong : { ...wrong, fields: { password: 'Skriv ditt lösenord igen' } }
  }
  await updateConfirmedAt(house.db, signedIn.sessionId, now)
  return null
}

/**
 * Refuses when the second factor is on and the login itself is not recent. Guards what would add a way past the second
 * factor or remove it. Confirming the password does not count here, only a login with both factors.
 */
export function refuseOldLogin(house: House, { person, startedAt }: SignedIn, failure: string): Refusal | null {
  if (!person.twoFactorEnabled || isFresh({ startedAt, confirmedAt: null }, house.clock.now())) return null
  return refused(failure, { message: logInAgain })
}

const logInAgain =
  'Det var ett tag sedan du loggade in, och här räcker inte lösenordet. Logga ut och logga in igen, så ser vi att det är du.'

/** Confirms the login with the password, for pages that then offer more. */
export async function confirmLogin(asked: Asked): Promise<Outcome<null>> {
  return (await refuseStaleLogin(asked, 'Lösenordet behövs')) ?? accepted(null)
}
