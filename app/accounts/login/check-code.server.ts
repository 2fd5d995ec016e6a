import { forgetTries, mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { type Refusal, refused } from '~/shared/outcome'

export const tooManyTries = 'Det blev för många försök. Vänta en kvart och försök igen.'
export const wrongCode = 'Koden stämmer inte, har hunnit gå ut eller är redan använd. Skriv den som visas nu.'

/**
 * A code of the second step, asked for before it is turned off or its recovery codes are renewed: whoever has the
 * password and an open session must not get rid of it. Null when it is right; it is then used up. Counted by session, so
 * that an intruder's tries are not the owner's.
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
