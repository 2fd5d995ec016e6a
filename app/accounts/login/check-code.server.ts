import { forgetTries, mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { type Refusal, refused } from '~/shared/outcome'

export const tooManyTries = 'Det blev för många försök. Vänta en kvart och försök igen.'
export const wrongCode = 'Koden stämmer inte, har hunnit gå ut eller är redan använd. Skriv den som visas nu.'

/**
 * Checks a second-factor code before the second factor is turned off or its recovery codes are renewed: the password
 * and an open session alone must not allow that. Null if the code is right; it is then used up. Tries are rate limited
 * per session, so that an intruder does not use up the owner's.
 */
export async function refuseWrongCode(
  house: House,
  visitor: Visitor,
  { person, sessionId }: SignedIn,
  code: string,
  failure: string,
): Promise<Refusal | null> {
  if (!(await mayTry(house, 'second factor', sessionId))) return refused(failure, { message: tooManyTries })
  if (!(await house.auth.secondStep.spend(visitor.headers, person.id, code))) {
    return refused(failure, { fields: { code: wrongCode } })
  }
  await forgetTries(house.db, 'second factor', sessionId)
  return null
}
