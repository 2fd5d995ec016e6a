import type { Database } from '~/platform/database/database.server'
import { deleteLoginSteps } from '../account-store.server'
import type { Who } from '../login/known-browser-store.server'
import { deleteSessions, readRevocations } from '../login/session-store.server'

/**
 * Lets somebody in, unless everything of theirs was revoked while their password or code was judged: null then, and what
 * was made for them is gone. Every way in goes through here. A revocation holds the person's row (`countRevocation`), so a
 * session is made either before it, and ends with the others, or after it, and is found here.
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
