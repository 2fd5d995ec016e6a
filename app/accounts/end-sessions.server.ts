import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { deleteSession, deleteSessions, deleteSessionsExcept } from './session-store.server'

/** A person, about a session of their own. One that has ended already stays ended. */
export async function endSession(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const sessionId = z.uuid().safeParse(values.sessionId)
  if (sessionId.success) await deleteSession(house.db, person.id, sessionId.data)
  return accepted(null)
}

/** A person, about their own: this session is the only one left. */
export async function endOtherSessions(house: House, { person, sessionId }: SignedIn): Promise<Outcome<null>> {
  await deleteSessionsExcept(house.db, person.id, sessionId)
  return accepted(null)
}

/** A person, about their own: logged out everywhere, here too. */
export async function endAllSessions(
  house: House,
  visitor: Visitor,
  { person }: SignedIn,
): Promise<Outcome<{ cookies: string[] }>> {
  await deleteSessions(house.db, person.id)
  return accepted({ cookies: await house.auth.sessions.signOut(visitor.headers) })
}
