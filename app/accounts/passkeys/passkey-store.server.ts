import { sql } from 'kysely'
import type { NewKey } from '~/platform/auth/passkeys.server'
import { hasApp } from '~/platform/auth/second-factor-store.server'
import type { Database } from '~/platform/database/database.server'
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

/** Throws on `passkeys_credential_id_key` when the key is somebody's already. */
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

/** A key and whose it is; undefined when nobody has it. */
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
 * False when the key does not count upwards: two devices have it, or the same answer came twice at once. Compared and
 * written in one statement; a key that never counts stays at 0.
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

/** Ties a session to the key that began it. Throws on `sessions_passkey_id_fkey` when the key is gone by now. */
export async function tieSession(db: Database, sessionId: string, passkeyId: string) {
  await db.updateTable('sessions').set({ passkey_id: passkeyId }).where('id', '=', sessionId).execute()
}

/** Only the person's own. The sessions that it began end with it, but for the one that removes it. */
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
 * Ends them with the sessions they began: one of them may be an intruder's. Where keys are the second step they stay, as
 * an app does: nobody adds one there without having shown one, and a recovery by mail is not to take that step away.
 */
export async function deletePasskeysOf(db: Database, profileId: string) {
  await db
    .deleteFrom('passkeys')
    .where('profile_id', '=', profileId)
    .where(sql<boolean>`not (select two_factor_enabled from profiles where id = ${profileId})`)
    .execute()
}

/** What was asked for, and would add a key or make a login fresh. */
export async function deleteChallengesOf(db: Database, profileId: string) {
  await db.deleteFrom('passkey_challenges').where('profile_id', '=', profileId).execute()
}

/**
 * Makes `two_factor_enabled` say what holds now (second-step.ts), as part of a change of what a person has; returns it.
 * Locks the person's row, so that two changes at once do not each go by what the other changed. When it begins, every
 * session but `keptSessionId` ends: they were begun with a password alone.
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
    await db
      .deleteFrom('sessions')
      .where('profile_id', '=', profileId)
      .$if(keptSessionId !== null, (others) => others.where('id', '!=', keptSessionId ?? ''))
      .execute()
  }
  return needed
}
