import { mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { insertAccountMailRequest } from '../account-store.server'

/** Mails a new verification link for one's own address. A no-op if the address is already verified. */
export async function resendVerification(house: House, { person }: SignedIn): Promise<Outcome<null>> {
  if (person.emailVerified) return accepted(null)
  if (!(await mayTry(house, 'verification mail', person.id))) {
    return refused('Mejlet är inte skickat', {
      message: 'Vi har skickat många mejl den senaste timmen. Titta bland skräpposten, eller vänta en stund.',
    })
  }
  await insertAccountMailRequest(house.db, 'verification', person.email)
  house.wake('account mail')
  return accepted(null)
}
