import { mayTry } from '~/door/attempts.server'
import { hashPassword } from '~/platform/auth/password.server'
import type { Database } from '~/platform/database/database.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { insertAccountMailRequest, insertProfile, type NewProfile } from './account-store.server'
import { beginSession } from './login/begin-session.server'
import { rememberBrowser } from './login/known-browser.server'
import { refuseWeakPassword } from './recovery/weak-password.server'
import { acceptTerms } from './terms/terms-store.server'

const failure = 'Ett fel uppstod vid registrering'

type NewAccount = {
  profile: NewProfile
  password: string
  /** More words that a password must not contain, since others know them about this person. */
  ownWords?: string[]
  /** Writes what must exist together with the account, in the same transaction. */
  alongside?: (db: Database, profileId: string) => Promise<void>
}

/**
 * Creates the account with everything that belongs to it, and logs the person in. Authorises nothing: the sign-up use
 * cases that call it do.
 */
export async function createAccount(
  house: House,
  visitor: Visitor,
  account: NewAccount,
): Promise<Outcome<{ cookies: string[] }>> {
  if (!(await mayTry(house, 'sign up from an address', visitor.address))) {
    return refused(failure, {
      message: 'Det har skapats ovanligt många konton härifrån. Vänta en timme och försök igen.',
    })
  }
  const { name, email, phone, postcode } = account.profile
  const own = [name, email, phone, postcode, ...(account.ownWords ?? [])]
  const weak = refuseWeakPassword(account.password, own, { title: failure, field: 'password' })
  if (weak) return weak
  const passwordHash = await hashPassword(account.password)
  try {
    await house.db.transaction().execute(async (db) => {
      const profileId = await insertProfile(db, account.profile, passwordHash)
      await acceptTerms(db, profileId, house.clock.now())
      await account.alongside?.(db, profileId)
      await insertAccountMailRequest(db, 'verification', email)
    })
  } catch (error) {
    // The sign-up ends with the person logged in, so a taken address necessarily gets another answer than a free one.
    // Why that is acceptable: docs/decisions/0004-registered-addresses-at-sign-up.md.
    if (brokenConstraint(error) !== 'profiles_email_key') throw error
    return refused(failure, {
      fields: { email: 'Det finns redan ett konto med den adressen. Logga in, eller välj Glömt lösenordet.' },
    })
  }
  house.wake('account mail')
  house.wake('mail')
  const session = await beginSession(house, visitor, email, account.password)
  if (session.kind !== 'signed in') return accepted({ cookies: [] })
  return accepted({ cookies: [...session.cookies, await rememberBrowser(house, visitor, session.personId)] })
}
