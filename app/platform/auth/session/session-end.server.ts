import type { Database } from '../../database/database.server'
import { endOfSession } from './session-ends'

type NewSession = { userId: string; createdAt: Date; expiresAt: Date }

/** As the library begins a session: it ends as the table says for whoever's it is. */
export const sessionEnd = (db: Database) => async (session: NewSession) => {
  const profile = await db
    .selectFrom('profiles')
    .select('user_role')
    .where('id', '=', session.userId)
    .executeTakeFirst()
  const { createdAt } = session
  return { data: { ...session, expiresAt: endOfSession(profile?.user_role ?? 'member', createdAt, createdAt) } }
}
