import type { Database } from '../../database/database.server'
import { builtOnce } from '../../database/named-statement.server'

/**
 * The session with this token and the person behind it, while it lasts. Asked before every page of whoever is logged in, and at each
 * press: so it is one statement with a name, built once, and not the library's own way to it (docs/decisions/0240).
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
    // A block ends the sessions there are; one that slipped in beside it opens nothing either.
    .where('blocked_at', 'is', null)

const ask = builtOnce('session', session)

export async function readSession(db: Database, token: string, now: Date) {
  const [found] = await ask(db, token, now)
  return found ?? null
}
