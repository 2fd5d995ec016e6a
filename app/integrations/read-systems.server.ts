import type { Database } from '~/platform/database/database.server'
import { readHooks } from './hooks/hook-store.server'
import { readKeys } from './keys/key-store.server'

/** A company's keys and webhooks for an administrator. Authorised by the company's admin page that calls it. */
export async function readSystems(db: Database, companyId: string) {
  return { hooks: await readHooks(db, companyId), keys: await readKeys(db, companyId) }
}
