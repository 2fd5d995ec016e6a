import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome } from '~/shared/outcome'
import { refuseStaleLogin } from '../login/confirm-login.server'
import { deleteSession, deleteSessions, deleteSessionsExcept } from '../login/session-store.server'

/** Title when the login is stale: somebody at an open computer must not log its owner out of the other devices. */
const failure = 'Ingen är utloggad'

/** Ends one of one's own sessions. Idempotent. */
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

/** Ends all of one's own sessions but this one. */
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

/** Ends all of one's own sessions, this one included. */
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
