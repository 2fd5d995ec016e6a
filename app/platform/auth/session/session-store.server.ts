import type { Database } from '../../database/database.server'
import { builtOnce } from '../../database/named-statement.server'

/**
 * The unexpired session with this token, and its person. Runs before every page of a logged-in person and at each
 * press, so it is one prepared statement, built once, instead of the library's own look-up (docs/decisions/0240).
 */
const session = (db: Database, token: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('profiles', 'profiles.id', 'sessions.profile_id')
    .select(['sessions.id as sessionId', 'sessions.created_at as startedAt', 'sessions.updated_at as usedAt'])
    .select(['confirmed_at as confirmedAt', 'profiles.id', 'full_name as name', 'email', 'phone', 'postcode'])
    .select(['email_verified as emailVerified', 'two_factor_enabled as twoFactorEnabled'])
    .select(['user_role as role', 'member_status as memberStatus'])
    .where('token', '=', token)
    .where('expires_at', '>=', now)
    // Blocking a person deletes their sessions; this covers a session created concurrently with the block.
    .where('blocked_at', 'is', null)

const ask = builtOnce('session', session)

export async function readSession(db: Database, token: string, now: Date) {
  const [found] = await ask(db, token, now)
  return found ?? null
}
