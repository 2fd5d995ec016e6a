import type { Database } from '~/platform/database/database.server'
import { readSettings } from '../choices/settings-store.server'
import { endOfQuiet } from './end-of-quiet.server'

/** Looked up when a message is about to leave, so that hours chosen in the meantime count. */
export async function quietUntil(db: Database, personId: string | null, now: Date): Promise<Date | null> {
  if (personId === null) return null
  return endOfQuiet((await readSettings(db, personId)).quiet, now)
}
