import { z } from 'zod'
import { mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { insertAccountMailRequest } from '../account-store.server'
import { knownBrowser } from '../login/known-browser.server'
import { lockLinkOwner, markEmailVerified, readLinkOwner, takeRecoveryLink } from './mail-link-store.server'
import { winBack } from './win-back.server'

const requestForm = z.object({ email: field.email })

/**
 * Requests a recovery link; open to anybody. The answer and its timing are the same whether or not the account exists
 * (no account enumeration).
 */
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
  // Rate limited per account, so that an inbox is not flooded. The answer is the same when the limit is reached.
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

/** Sets a new password by the link from the mail. The link works once. */
export async function resetPassword(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  return winBack(house, visitor, values, {
    failure: 'Lösenordet kunde inte bytas',
    lapsed,
    readOwner: (db, tokenHash, now) => readLinkOwner(db, 'recovery', tokenHash, now),
    lockOwner: (db, tokenHash, now) => lockLinkOwner(db, 'recovery', tokenHash, now),
    spend: async ({ db }, person, tokenHash) => {
      if (!(await takeRecoveryLink(db, tokenHash))) return null
      if (!person.emailVerified) await markEmailVerified(db, person.id)
      // If the address was not verified before, somebody else may have created the account with it, and set a second
      // factor that would keep the address's owner out.
      return { keepsSecondStep: person.emailVerified }
    },
  })
}

const lapsed = refused('Länken gäller inte längre', {
  message: 'Den går att använda en gång, inom en timme, och bara den senaste. Begär en ny länk.',
})
