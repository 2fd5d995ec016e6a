import type { Asked } from '~/door/deed.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { refuseWrongPassword } from './check-password.server'
import { isFresh } from './fresh-login'
import { refuseWrongPasskey } from './prove-self.server'
import { updateConfirmedAt } from './session-store.server'

/**
 * Null when the login is fresh, or the form brought the right password or a passkey of theirs, which makes it so. Asked
 * first by the use cases that bite; their forms show the field when the page was old as it was loaded (`FreshLogin`), or when
 * they have been told that it is needed (`AskedLogin`).
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
 * Null where no second step is asked for, or both were shown a short while ago: before what would add a way past it, or
 * take it away. A password makes a login fresh for everything else, so here it is the login itself that counts.
 */
export function refuseOldLogin(house: House, { person, startedAt }: SignedIn, failure: string): Refusal | null {
  if (!person.twoFactorEnabled || isFresh({ startedAt, confirmedAt: null }, house.clock.now())) return null
  return refused(failure, { message: logInAgain })
}

const logInAgain =
  'Det var ett tag sedan du loggade in, och här räcker inte lösenordet. Logga ut och logga in igen, så ser vi att det är du.'

/** A person who shows their password again, for what the page has to offer them. */
export async function confirmLogin(asked: Asked): Promise<Outcome<null>> {
  return (await refuseStaleLogin(asked, 'Lösenordet behövs')) ?? accepted(null)
}
