import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { type Refusal, refused } from '~/shared/outcome'
import { forgetTries, mayTry } from './attempts.server'

/** A form that asks for nothing else. */
export const passwordForm = z.object({ password: field.password })

/**
 * The present password, asked for again before what a stranger at an open computer must not do. Null when it
 * is right. Not a door of its own: the use cases that need it are.
 */
export async function refuseWrongPassword(
  house: House,
  visitor: Visitor,
  { person }: SignedIn,
  password: string,
  failure: string,
): Promise<Refusal | null> {
  if (!(await mayTry(house, 'password check', person.id))) {
    return refused(failure, { message: 'Det blev för många försök. Vänta en kvart och försök igen.' })
  }
  if (!(await house.auth.passwords.isPresent(visitor.headers, password))) {
    return refused(failure, { fields: { password: 'Lösenordet stämmer inte' } })
  }
  await forgetTries(house.db, 'password check', person.id)
  return null
}
