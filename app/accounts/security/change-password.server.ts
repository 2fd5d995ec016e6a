import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { lockProfile } from '../account-store.server'
import { mailPasswordChanged } from '../address/mails.server'
import { refuseWrongPassword } from '../login/check-password.server'
import { rememberBrowser } from '../login/known-browser.server'
import { hasPassword } from '../login/provider-name'
import { keepStart, readIdentities } from '../login/session-store.server'
import { refuseWeakPassword } from '../recovery/weak-password.server'
import { revokeOwn } from '../sessions/revoke-everything.server'

const failure = 'Lösenordet är inte bytt'
const changeForm = z.object({ password: field.password, newPassword: field.newPassword })

/**
 * Changes one's own password; needs the present one. Every other session and link of the account ends, and this session
 * is renewed.
 */
export async function changePassword(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const form = parseForm(changeForm, values, failure)
  if (!form.ok) return form
  const { password, newPassword } = form.value
  const { person } = signedIn
  const own = [person.name, person.email, person.phone, person.postcode]
  const weak = refuseWeakPassword(newPassword, own, { title: failure, field: 'newPassword' })
  if (weak) return weak
  const wrong = await refuseWrongPassword(house, visitor, signedIn, password, failure)
  if (wrong) return wrong

  const cookies = await house.auth.passwords.change(visitor.headers, password, newPassword)
  // The same form sent twice concurrently: the other request was first.
  if (!cookies) return refused(failure, { fields: { password: 'Lösenordet stämmer inte' } })
  const isKept = await house.db.transaction().execute(async (db) => {
    // The password may have been unlinked concurrently, since there is a passkey. Then the passkey is the only login
    // method and must not be revoked here.
    await lockProfile(db, person.id)
    const identities = await readIdentities(db, person.id)
    if (!hasPassword(identities)) return false
    await revokeOwn({ ...house, db }, person.id)
    await keepStart(db, person.id, signedIn.startedAt, house.clock.now())
    await mailPasswordChanged(db, house.config.origin, person)
    return true
  })
  if (!isKept) return refused(failure, { message: 'Lösenordet togs just bort. Logga in med din passnyckel.' })
  house.wake('mail')
  return accepted({ cookies: [...cookies, await rememberBrowser(house, visitor, person.id)] })
}
