import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { type Refusal, refused } from '~/shared/outcome'
import { forgetTries, mayTry } from './attempts.server'
import { tooManyTries } from './check-code.server'
import { oneTimeCode } from './one-time-code'

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
  { sessionId }: SignedIn,
  password: string,
  failure: string,
): Promise<Refusal | null> {
  if (!(await mayTry(house, 'password check', sessionId))) return refused(failure, { message: tooManyTries })
  if (!(await house.auth.passwords.isPresent(visitor.headers, password))) {
    return refused(failure, { fields: { password: 'Lösenordet stämmer inte' } })
  }
  await forgetTries(house.db, 'password check', sessionId)
  return null
}
