import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome } from '~/shared/outcome'
import { refuseStaleLogin } from '../login/confirm-login.server'
import { deleteSession, deleteSessions, deleteSessionsExcept } from '../login/session-store.server'

/** Whoever finds a computer open must not shut its owner out of all the others. */
const failure = 'Ingen är utloggad'

/** A person, about a session of their own. One that has ended already stays ended. */
export async function endSession(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const stale = await refuseStaleLogin({ house, visitor, signedIn, values }, failure)
  if (stale) return stale
  const sessionId = anId().safeParse(values.sessionId)
  if (sessionId.success) await deleteSession(house.db, signedIn.person.id, sessionId.data)
  return accepted(null)
}

/** A person, about their own: this session is the only one left. */
export async function endOtherSessions(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const stale = await refuseStaleLogin({ house, visitor, signedIn, values }, failure)
  if (stale) return stale
  await deleteSessionsExcept(house.db, signedIn.person.id, signedIn.sessionId)
  return accepted(null)
}

/** A person, about their own: logged out everywhere, here too. */
export async function endAllSessions(
  house: House,
  visitor: Visitor,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const stale = await refuseStaleLogin({ house, visitor, signedIn, values }, failure)
  if (stale) return stale
  await deleteSessions(house.db, signedIn.person.id)
  return accepted({ cookies: await house.auth.sessions.signOut(visitor.headers) })
}
