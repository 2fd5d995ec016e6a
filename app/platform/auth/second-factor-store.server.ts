import { sql } from 'kysely'
import type { Database } from '../database/database.server'

/** What lies sealed for the second step and for signing: authenticator apps with their recovery codes, signing keys. */

/** The sealed secret of somebody's app; undefined when there is none. */
export async function readAppSecret(db: Database, profileId: string): Promise<string | undefined> {
  const row = await db.selectFrom('two_factors').select('secret').where('profile_id', '=', profileId).executeTakeFirst()
  return row?.secret
}

/** Whether an authenticator app is set up and has shown a code. */
export async function hasApp(db: Database, profileId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('verified', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteApp(db: Database, profileId: string) {
  await db.deleteFrom('two_factors').where('profile_id', '=', profileId).execute()
}

/** Of two who bring the same step of the same secret at once, one takes it. */
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

/** Only what is still as it was read: somebody may be setting up a new one, or using a recovery code. */
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
