import { mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { accountBlocked } from '../login/blocked-words'
import { rememberBrowser } from '../login/known-browser.server'
import { deleteSession } from '../login/session-store.server'
import { unlessRevoked } from '../sessions/unless-revoked.server'
import { provePasskey } from './prove-passkey.server'
import { tieOrEnd } from './tie-session.server'

const failure = 'Inloggning misslyckades'
const ofNoUse = refused(failure, {
  message: 'Passnyckeln gick inte att använda. Försök en gång till, eller logga in med e-post och lösenord.',
})

/**
 * Logs in with a passkey. The authenticator verifies the user (finger, face or screen code), so this counts as both
 * factors. Rate limited by IP address alone: a key cannot be guessed, and nobody should be locked out by what others
 * send.
 */
export async function logInByPasskey(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  if (!(await mayTry(house, 'log in from an address', visitor.address))) {
    return refused(failure, { message: 'Det blev för många försök. Vänta en kvart och försök igen.' })
  }
  const proven = await provePasskey(house, visitor, 'log in', values.passkey)
  if (!proven) return ofNoUse
  if (proven.isBlocked) return refused(failure, { message: accountBlocked })
  const { personId } = proven
  const begun = await unlessRevoked(house.db, { id: personId }, () =>
    house.auth.sessions.begin(visitor.headers, personId),
  )
  if (!begun) return ofNoUse
  if (!(await tieOrEnd(house.db, personId, begun.sessionId, proven.passkeyId))) return ofNoUse
  if (visitor.signedIn) await deleteSession(house.db, visitor.signedIn.person.id, visitor.signedIn.sessionId)
  const mark = await rememberBrowser(house, visitor, proven.personId)
  return accepted({ cookies: [...begun.cookies, mark] })
}
