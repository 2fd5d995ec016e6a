import { sql } from 'kysely'
import type { Database } from '../database/database.server'

/**
 * The encrypted rows of the second step and of token signing: authenticator apps with their recovery codes, signing
 * keys.
 */

/** The encrypted TOTP secret of a person's app. Undefined if there is none. */
export async function readAppSecret(db: Database, profileId: string): Promise<string | undefined> {
  const row = await db.selectFrom('two_factors').select('secret').where('profile_id', '=', profileId).executeTakeFirst()
  return row?.secret
}

/** Whether an authenticator app is set up and was confirmed with a code. */
export async function hasApp(db: Database, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('verified', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks an app as confirmed. False if its secret is no longer the person's: the enrolment was begun anew. */
export async function confirmApp(db: Database, profileId: string, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ verified: true })
    .where('profile_id', '=', profileId)
    .where('secret', '=', secret)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteApp(db: Database, profileId: string) {
  await db.deleteFrom('two_factors').where('profile_id', '=', profileId).execute()
}

/**
 * Marks a TOTP time step as used. Atomic: of two concurrent requests with the same step and secret, only one returns
 * true.
 */
export async function takeStepOf(db: Database, profileId: string, secret: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('profile_id', '=', profileId)
    .where('secret', '=', secret)
    .where(sql<boolean>`coalesce(last_step, 0) < ${step}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type SealedApp = { secret: string; backup_codes: string }

export async function readSealedApps(db: Database) {
  return db.selectFrom('two_factors').select(['id', 'secret', 'backup_codes']).execute()
}

/**
 * Optimistic: updates only if the row is unchanged since it was read, as the person may be setting up a new app or
 * using a recovery code.
 */
export async function replaceSealedApp(db: Database, id: string, before: SealedApp, after: SealedApp) {
  await db
    .updateTable('two_factors')
    .set(after)
    .where('id', '=', id)
    .where('secret', '=', before.secret)
    .where('backup_codes', '=', before.backup_codes)
    .execute()
}

export async function readSigningKeys(db: Database) {
  return db.selectFrom('signing_keys').select(['id', 'private_key']).execute()
}

export async function updateSigningKey(db: Database, id: string, privateKey: string) {
  await db.updateTable('signing_keys').set({ private_key: privateKey }).where('id', '=', id).execute()
}
