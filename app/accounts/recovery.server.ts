import { z } from 'zod'
import { hashPassword } from '~/platform/auth/password.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { insertAccountMailRequest, setPassword } from './account-store.server'
import { mayTry } from './attempts.server'
import { knownBrowser, rememberBrowser } from './known-browser.server'
import { lockLinkOwner, markEmailVerified, readLinkOwner, takeRecoveryLink } from './mail-link-store.server'
import { mailRecovered } from './mails.server'
import { revokeEverything } from './revoke-everything.server'
import { deleteSecondFactor } from './second-factor-store.server'
import { hashOfToken } from './secret-link.server'
import { takeRoleBack } from './take-role-back.server'
import { refuseWeakPassword } from './weak-password.server'

const requestForm = z.object({ email: field.email })
const resetForm = z.object({ token: z.string().max(200).default(''), password: field.newPassword })
const failure = 'Lösenordet kunde inte bytas'

/** Anyone may ask. The answer, and the time it takes, are the same whether or not there is an account. */
export async function requestRecovery(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = parseForm(requestForm, values, 'Kontrollera adressen')
  if (!form.ok) return form
  const { email } = form.value
  if (!(await mayTry(house, 'recovery from an address', visitor.address))) {
    return refused('För många försök', { message: 'Vänta en kvart och försök igen.' })
  }
  // The owner of an inbox must not be flooded; whoever asks is told the same as ever.
  const browser = await knownBrowser(house, visitor, { email })
  const mayAsk = browser
    ? await mayTry(house, 'recovery from a known browser', `${email} ${browser}`)
    : await mayTry(house, 'recovery for an account', email)
  if (mayAsk) {
    await insertAccountMailRequest(house.db, 'recovery', email)
    house.wake('account mail')
  }
  return accepted(null)
}

/**
 * Whoever holds the link from the mail may choose a new password, once. Everything that opened the account before is
 * worth nothing afterwards: it may have been an intruder's. The browser is known from now on, so that an intruder who
 * goes on guessing does not keep the owner out.
 */
export async function resetPassword(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const form = parseForm(resetForm, values, failure)
  if (!form.ok) return form
  const { password } = form.value
  const tokenHash = hashOfToken(form.value.token)
  const now = house.clock.now()
  const owner = await readLinkOwner(house.db, 'recovery', tokenHash, now)
  if (!owner) return lapsed
  const { name, email, phone, postcode } = owner
  const weak = refuseWeakPassword(password, [name, email, phone, postcode], { title: failure, field: 'password' })
  if (weak) return weak
  const passwordHash = await hashPassword(password)

  const done = await house.db.transaction().execute(async (db) => {
    const person = await lockLinkOwner(db, 'recovery', tokenHash, now)
    if (!person || !(await takeRecoveryLink(db, tokenHash))) return false
    await setPassword(db, person.id, passwordHash, now)
    if (!person.emailVerified) {
      await markEmailVerified(db, person.id)
      // Nobody had shown the address to be theirs, so whoever made the account may have set a second step that would
      // keep the owner out. An administrator's stays whatever happens: an inbox is no second step.
      if (person.role !== 'admin') await deleteSecondFactor(db, person.id)
    }
    if (person.role === 'admin' && !person.hasSecondFactor) await takeRoleBack(db, person.id, visitor, now)
    await revokeEverything({ ...house, db }, person.id)
    await mailRecovered(db, house.config.origin, person)
    return true
  })
  if (!done) return lapsed
  house.wake('mail')
  return accepted({ cookies: [await rememberBrowser(house, visitor, owner.id)] })
}

const lapsed = refused('Länken gäller inte längre', {
  message: 'Den går att använda en gång, inom en timme, och bara den senaste. Begär en ny länk.',
})
