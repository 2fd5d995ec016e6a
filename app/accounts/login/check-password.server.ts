import { z } from 'zod'
import { forgetTries, mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { type Refusal, refused } from '~/shared/outcome'
import { oneTimeCode } from '../second-factor/one-time-code'
import { tooManyTries } from './check-code.server'
import { hasPassword } from './provider-name'
import { readIdentities } from './session-store.server'

/** A form with the password as its only field. */
export const passwordForm = z.object({ password: field.password })
/** A form with the password and a second-factor code. */
export const passwordAndCodeForm = passwordForm.extend({ code: oneTimeCode })

/**
 * Checks the present password again before a sensitive deed, in case somebody else sits at the signed-in computer. Null
 * if right. Tries are rate limited per session, so that a session thief does not use up the owner's. Authorises nothing
 * else: the calling use cases do.
 */
export async function refuseWrongPassword(
  house: House,
  visitor: Visitor,
  { person, sessionId }: SignedIn,
  password: string,
  failure: string,
): Promise<Refusal | null> {
  if (!(await mayTry(house, 'password check', sessionId))) return refused(failure, { message: tooManyTries })
  if (!(await house.auth.passwords.isPresent(visitor.headers, password))) {
    if (password) house.log.security({ kind: 'login failed', actorId: person.id, what: 'password asked again' })
    // Says that the account has no password. Only its signed-in owner sees this message.
    if (!hasPassword(await readIdentities(house.db, person.id))) {
      return refused(failure, {
        message: 'Du har inget lösenord. Använd din passnyckel, eller välj Glömt lösenordet för att få ett.',
      })
    }
    return refused(failure, { fields: { password: 'Lösenordet stämmer inte' } })
  }
  await forgetTries(house.db, 'password check', sessionId)
  return null
}
