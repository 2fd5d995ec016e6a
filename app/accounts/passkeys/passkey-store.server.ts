import { sql } from 'kysely'
import type { NewKey } from '~/platform/auth/passkeys.server'
import { hasApp } from '~/platform/auth/second-factor-store.server'
import type { Database } from '~/platform/database/database.server'
import { deleteSessions, deleteSessionsExcept, holdLogins } from '../login/session-store.server'
import { asksForSecondStep } from './second-step'

export async function readPasskeys(db: Database, profileId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'credential_id as credentialId', 'transports', 'backed_up as backedUp'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'last_used_on as lastUsedOn'])
    .where('profile_id', '=', profileId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Throws a unique violation of `passkeys_credential_id_key` when the passkey is already registered. */
export async function insertPasskey(db: Database, profileId: string, name: string, key: NewKey, now: Date) {
  await db
    .insertInto('passkeys')
    .values({
      profile_id: profileId,
      credential_id: key.credentialId,
      public_key: key.publicKey,
      counter: key.counter,
      transports: key.transports,
      backed_up: key.backedUp,
      name,
      created_at: now,
    })
    .execute()
}

/** Another person's passkey id matches nothing: false. */
export async function updatePasskeyName(db: Database, profileId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A passkey with its owner. Undefined if it is not registered. */
export async function readPasskey(db: Database, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('profiles', 'profiles.id', 'passkeys.profile_id')
    .select(['passkeys.id', 'passkeys.profile_id as personId', 'public_key as publicKey'])
    .select(['credential_id as credentialId', 'profiles.blocked_at as blockedAt'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/**
 * Compare-and-set of the signature counter. False if it did not increase: the passkey was cloned, or one answer was
 * sent twice. A passkey that does not count stays at 0.
 */
export async function notePasskeyUse(
  db: Database,
  passkeyId: string,
  use: { counter: number; backedUp: boolean; on: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, backed_up: use.backedUp, last_used_at: use.at, last_used_on: use.on })
    .where('id', '=', passkeyId)
    .where(({ or, eb, and }) =>
      or([eb('counter', '<', use.counter), and([eb('counter', '=', 0), eb.val(use.counter === 0)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Ties a session to the passkey that began it. Throws a foreign key violation of `sessions_passkey_id_fkey` if the
 * passkey has been removed.
 */
export async function tieSession(db: Database, sessionId: string, passkeyId: string) {
  await db.updateTable('sessions').set({ passkey_id: passkeyId }).where('id', '=', sessionId).execute()
}

/** The passkey that began a session; null if it began otherwise, or has ended. */
export async function readPasskeyOfSession(db: Database, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('passkey_id as passkeyId')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.passkeyId ?? null
}

/**
 * Deletes one of the person's own passkeys. The sessions that it began end with it (cascade), except the one that
 * removes it.
 */
export async function deletePasskey(db: Database, profileId: string, passkeyId: string, keptSessionId: string) {
  await db
    .updateTable('sessions')
    .set({ passkey_id: null })
    .where('id', '=', keptSessionId)
    .where('passkey_id', '=', passkeyId)
    .execute()
  await db.deleteFrom('passkeys').where('profile_id', '=', profileId).where('id', '=', passkeyId).execute()
}

/**
 * Deletes a person's passkeys and the sessions that they began, since one may be an intruder's. Not where passkeys are
 * the second factor: adding one there needs it, and a recovery by mail must not remove the second factor.
 */
export async function deletePasskeysOf(db: Database, profileId: string) {
  await db
    .deleteFrom('passkeys')
    .where('profile_id', '=', profileId)
    .where(sql<boolean>`not (select two_factor_enabled from profiles where id = ${profileId})`)
    .execute()
}

/** Deletes open challenges, whose answers would add a passkey or make a login fresh. */
export async function deleteChallengesOf(db: Database, profileId: string) {
  await db.deleteFrom('passkey_challenges').where('profile_id', '=', profileId).execute()
}

/**
 * Recomputes `two_factor_enabled` (second-step.ts) after a change of what a person has, and returns it. Locks the
 * profile, so that two concurrent changes do not each decide on stale data. When the second factor turns on, every
 * session but `keptSessionId` ends, since those began with a password alone. A login whose password was checked meanwhile
 * inserts its session before the lock, and it ends here, or after the commit, and `beginSession` ends it.
 */
export async function settleSecondStep(
  db: Database,
  profileId: string,
  keptSessionId: string | null,
  asked?: boolean,
): Promise<boolean> {
  const person = await db
    .selectFrom('profiles')
    .select(['user_role', 'two_factor_enabled'])
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person) return false
  const { count } = await db
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  const needed = asksForSecondStep({
    role: person.user_role,
    hasApp: await hasApp(db, profileId),
    passkeys: count,
    asked: asked ?? person.two_factor_enabled,
  })
  if (needed === person.two_factor_enabled) return needed
  await db.updateTable('profiles').set({ two_factor_enabled: needed }).where('id', '=', profileId).execute()
  if (needed) {
    await holdLogins(db, profileId)
    if (keptSessionId === null) await deleteSessions(db, profileId)
    else await deleteSessionsExcept(db, profileId, keptSessionId)
  }
  return needed
}
