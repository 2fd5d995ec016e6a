import { deleteApp } from '~/platform/auth/second-factor-store.server'
import type { Database } from '~/platform/database/database.server'

/** Removes the second factor, so that the password alone suffices again. */
export async function deleteSecondFactor(db: Database, profileId: string) {
  await deleteApp(db, profileId)
  await db.updateTable('profiles').set({ two_factor_enabled: false }).where('id', '=', profileId).execute()
}
