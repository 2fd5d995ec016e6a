import type { Database } from '~/platform/database/database.server'
import type { Trial } from './trial'
import { readNewestWhole, readTrials } from './trial-store.server'

/** The last that was tried and is over, and the newest that was found whole; null where none is known. */
export type BackupsKnown = { last: Trial | null; whole: Trial | null }

export async function readBackups(db: Database, now: Date): Promise<BackupsKnown> {
  const [[last = null], whole] = await Promise.all([readTrials(db, 1, now), readNewestWhole(db, now)])
  return { last, whole }
}
