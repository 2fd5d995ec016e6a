import type { Database } from '~/platform/database/database.server'
import type { Trial } from './trial'
import { readNewestWhole, readTrials } from './trial-store.server'

/** The last finished trial, and the newest backup that was found whole. Null if there is none. */
export type BackupsKnown = { last: Trial | null; whole: Trial | null }

export async function readBackups(db: Database, now: Date): Promise<BackupsKnown> {
  const [[last = null], whole] = await Promise.all([readTrials(db, 1, now), readNewestWhole(db, now)])
  return { last, whole }
}
