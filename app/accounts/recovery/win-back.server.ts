import { z } from 'zod'
import { hashPassword } from '~/platform/auth/password.server'
import type { Database } from '~/platform/database/database.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, type Refusal } from '~/shared/outcome'
import { setPassword } from '../account-store.server'
import { mailRecovered } from '../address/mails.server'
import { rememberBrowser } from '../login/known-browser.server'
import { deleteSecondFactor } from '../second-factor/second-factor-store.server'
import { revokeEverything } from '../sessions/revoke-everything.server'
import { hashOfToken } from './secret-link.server'
import { takeRoleBack } from './take-role-back.server'
import { refuseWeakPassword } from './weak-password.server'

const newPasswordForm = z.object({ token: z.string().max(200).default(''), password: field.newPassword })

type Owner = {
  id: string
  name: string
  email: string
  phone: string | null
  postcode: string | null
  role: string | null
  hasSecondFactor: boolean
}

/** A kind of mailed link that recovers an account. */
export type WayBack<T extends Owner> = {
  failure: string
  lapsed: Refusal
  readOwner(db: Database, tokenHash: string, now: Date): Promise<T | undefined>
  /** As `readOwner`, and locks the profile until the commit. */
  lockOwner(db: Database, tokenHash: string, now: Date): Promise<T | undefined>
  /** Consumes the link and does what it is for besides the password. Null if it was already used. */
  spend(ports: House, owner: T, tokenHash: string, now: Date): Promise<{ keepsSecondStep: boolean } | null>
}

/**
 * Sets a new password by a mailed link, once, and revokes everything that opened the account before, since it may have
 * been an intruder's. The browser becomes a known one, so that an intruder's further guesses do not lock the owner out.
 * Authorises nothing beyond the link: recovery and undoing a change of address call it.
 */
export async function winBack<T extends Owner>(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
  way: WayBack<T>,
): Promise<Outcome<{ cookies: string[] }>> {
  const form = parseForm(newPasswordForm, values, way.failure)
  if (!form.ok) return form
  const { password } = form.value
  const tokenHash = hashOfToken(form.value.token)
  const now = house.clock.now()
  const owner = await way.readOwner(house.db, tokenHash, now)
  if (!owner) return way.lapsed
  const { name, email, phone, postcode } = owner
  const weak = refuseWeakPassword(password, [name, email, phone, postcode], { title: way.failure, field: 'password' })
  if (weak) return weak
  const passwordHash = await hashPassword(password)

  const done = await house.db.transaction().execute(async (db) => {
    const person = await way.lockOwner(db, tokenHash, now)
    const spent = person && (await way.spend({ ...house, db }, person, tokenHash, now))
    if (!spent) return false
    await setPassword(db, person.id, passwordHash, now)
    // An administrator's second factor always stays: access to an inbox does not replace it.
    if (!spent.keepsSecondStep && person.role !== 'admin') await deleteSecondFactor(db, person.id)
    if (person.role === 'admin' && !person.hasSecondFactor)
      await takeRoleBack({ ...house, db }, person.id, visitor, now)
    await revokeEverything({ ...house, db }, person.id)
    await mailRecovered(db, house.config.origin, person)
    return true
  })
  if (!done) return way.lapsed
  house.wake('mail')
  return accepted({ cookies: [await rememberBrowser(house, visitor, owner.id)] })
}
