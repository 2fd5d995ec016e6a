import type { Database } from '~/platform/database/database.server'
import { deleteLoginSteps } from '../account-store.server'
import type { Who } from '../login/known-browser-store.server'
import { deleteSessions, readRevocations } from '../login/session-store.server'

/**
 * Logs somebody in, unless everything of theirs was revoked while their password or code was checked (race): then null,
 * and the new sessions are deleted. Every login goes through here. A revocation locks the profile (`countRevocation`),
 * so a session is created either before it and ends with the others, or after it and is found here.
 */
export async function unlessRevoked<Answer>(
  db: Database,
  who: Who,
  letIn: () => Promise<Answer>,
): Promise<Answer | null> {
  const before = await readRevocations(db, who)
  const answer = await letIn()
  const after = await readRevocations(db, who)
  if (!after || before?.count === after.count) return answer
  await deleteSessions(db, after.id)
  await deleteLoginSteps(db, after.id)
  return null
}
