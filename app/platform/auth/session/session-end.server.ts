import type { Database } from '../../database/database.server'
import { endOfSession } from './session-ends'

type NewSession = { userId: string; createdAt: Date; expiresAt: Date }

/** A hook for when the library creates a session: sets its expiry by the person's role. */
export const sessionEnd = (db: Database) => async (session: NewSession) => {
  const profile = await db
    .selectFrom('profiles')
    .select('user_role')
    .where('id', '=', session.userId)
    .executeTakeFirst()
  const { createdAt } = session
  return { data: { ...session, expiresAt: endOfSession(profile?.user_role ?? 'member', createdAt, createdAt) } }
}
