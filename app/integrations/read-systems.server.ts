import type { Database } from '~/platform/database/database.server'
import { readHooks } from './hooks/hook-store.server'
import { readKeys } from './keys/key-store.server'

/** A company's own systems as an administrator sees them. Not a door: the company's page for administrators is. */
export async function readSystems(db: Database, companyId: string) {
  return { hooks: await readHooks(db, companyId), keys: await readKeys(db, companyId) }
}
