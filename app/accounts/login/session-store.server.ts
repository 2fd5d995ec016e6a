import { sql } from 'kysely'
import { endOfSession, isUseDue } from '~/platform/auth/session/session-ends'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'
import type { Who } from './known-browser-store.server'

export type SessionRow = { id: string; startedAt: Date; expiresAt: Date; userAgent: string | null }

export async function readSessions(db: Database, profileId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at as startedAt', 'expires_at as expiresAt', 'user_agent as userAgent'])
    .where('profile_id', '=', profileId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
}

/**
 * The present state of the person whose session an access token names. Undefined if the session has ended, the person
 * is blocked, or their role has changed since the token was issued.
 */
export async function readSignedIn(
  db: Database,
  claims: { sessionId: string; personId: string; role: Role },
  address: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('profiles', 'profiles.id', 'sessions.profile_id')
    .select(['sessions.created_at as startedAt', 'sessions.updated_at as usedAt', 'confirmed_at as confirmedAt'])
    .select(['profiles.id', 'full_name as name', 'email', 'email_verified as emailVerified', 'phone', 'postcode'])
    .select(['user_role as role', 'member_status as memberStatus', 'two_factor_enabled as twoFactorEnabled'])
    .where('sessions.id', '=', claims.sessionId)
    .where('profiles.id', '=', claims.personId)
    .where('user_role', '=', claims.role)
    .where('blocked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { startedAt, usedAt, confirmedAt, ...person } = row
  return { sessionId: claims.sessionId, startedAt, usedAt, confirmedAt, address, person }
}

/** All sessions of a person, expired ones included, without the tokens. */
export async function readSessionsWhole(db: Database, profileId: string) {
  return db
    .selectFrom('sessions')
    .select(['user_agent', 'ip_address', 'created_at', 'expires_at'])
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .execute()
}

/** Extends the session after activity: the idle time-out starts again from `now`. */
export async function prolongSession(db: Database, { sessionId, startedAt, usedAt, person }: SignedIn, now: Date) {
  if (!isUseDue(usedAt, now)) return
  await db
    .updateTable('sessions')
    .set({ updated_at: now, expires_at: endOfSession(person.role, startedAt, now) })
    .where('id', '=', sessionId)
    .where('updated_at', '<=', usedAt)
    .execute()
}

export async function updateConfirmedAt(db: Database, sessionId: string, now: Date) {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', sessionId).execute()
}

/**
 * Gives a session that replaces another one (after a change of password) the start of the old one. Otherwise whoever
 * knows the password could make a login count as fresh where both factors are required.
 */
export async function keepStart(db: Database, profileId: string, startedAt: Date, now: Date) {
  await db
    .updateTable('sessions')
    .set({ created_at: startedAt, confirmed_at: now })
    .where('profile_id', '=', profileId)
    .execute()
}

/** Ends one of the person's own sessions. Another person's session id matches nothing. */
export async function deleteSession(db: Database, profileId: string, sessionId: string) {
  await db.deleteFrom('sessions').where('profile_id', '=', profileId).where('id', '=', sessionId).execute()
}

export async function deleteSessionsExcept(db: Database, profileId: string, sessionId: string) {
  await db.deleteFrom('sessions').where('profile_id', '=', profileId).where('id', '!=', sessionId).execute()
}

export async function deleteSessions(db: Database, profileId: string) {
  await db.deleteFrom('sessions').where('profile_id', '=', profileId).execute()
}

/**
 * Locks the person's row so that no session of theirs can begin until the transaction ends: inserting one needs its
 * foreign key's share lock on this row, which only the strongest row lock blocks.
 */
export async function holdLogins(db: Database, profileId: string) {
  await db.selectFrom('profiles').select('id').where('id', '=', profileId).forUpdate().execute()
}

/** Increments the person's revocation count. No new session begins until everything is revoked. */
export async function countRevocation(db: Database, profileId: string) {
  await holdLogins(db, profileId)
  const count = sql<number>`revocations + 1`
  await db.updateTable('profiles').set({ revocations: count }).where('id', '=', profileId).execute()
}

/** How many times everything of a person was revoked. Undefined if there is no such person. */
export async function readRevocations(db: Database, who: Who): Promise<{ id: string; count: number } | undefined> {
  return db
    .selectFrom('profiles')
    .select(['id', 'revocations as count'])
    .where((is) => ('id' in who ? is('id', '=', who.id) : is('email', '=', who.email)))
    .executeTakeFirst()
}

/** Whether a login of this person needs a second step now. */
export async function readNeedsSecondStep(db: Database, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('two_factor_enabled as isOn')
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row?.isOn ?? false
}

export async function readIsBlocked(db: Database, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The password hash of a blocked person. Undefined for everybody else. */
export async function readBlocked(db: Database, email: string): Promise<{ passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('identities', 'identities.profile_id', 'profiles.id')
    .select('identities.password')
    .where('profiles.email', '=', email)
    .where('profiles.blocked_at', 'is not', null)
    .where('identities.provider', '=', 'credential')
    .executeTakeFirst()
  return row && { passwordHash: row.password ?? '' }
}

export type IdentityRow = { id: string; provider: string; createdAt: Date }

export async function readIdentities(db: Database, profileId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .select(['id', 'provider', 'created_at as createdAt'])
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .execute()
}

export async function deleteIdentity(db: Database, profileId: string, identityId: string) {
  await db.deleteFrom('identities').where('profile_id', '=', profileId).where('id', '=', identityId).execute()
}
