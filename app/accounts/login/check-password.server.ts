import { z } from 'zod'
import { forgetTries, mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { type Refusal, refused } from '~/shared/outcome'
import { oneTimeCode } from '../second-factor/one-time-code'
import { tooManyTries } from './check-code.server'
import { readIdentities } from './session-store.server'

/** A form that asks for nothing else. */
export const passwordForm = z.object({ password: field.password })
/** One that somebody with the password alone must not get past. */
export const passwordAndCodeForm = passwordForm.extend({ code: oneTimeCode })

/**
 * The present password, asked for again before what a stranger at an open computer must not do. Null when it
 * is right. Counted by session, so that whoever stole one does not spend the owner's tries. Not a door of its own: the
 * use cases that need it are.
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
    // Told to nobody but the person, who took it away.
    if (!(await readIdentities(house.db, person.id)).some(({ provider }) => provider === 'credential')) {
      return refused(failure, {
        message: 'Du har inget lösenord. Använd din passnyckel, eller välj Glömt lösenordet för att få ett.',
      })
    }
    return refused(failure, { fields: { password: 'Lösenordet stämmer inte' } })
  }
  await forgetTries(house.db, 'password check', sessionId)
  return null
}
