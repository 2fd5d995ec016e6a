import type { Database } from '~/platform/database/database.server'

export async function deleteApp(db: Database, profileId: string) {
  await db.deleteFrom('two_factors').where('profile_id', '=', profileId).execute()
}

/** The password does again. */
export async function deleteSecondFactor(db: Database, profileId: string) {
  await deleteApp(db, profileId)
  await db.updateTable('profiles').set({ two_factor_enabled: false }).where('id', '=', profileId).execute()
}
