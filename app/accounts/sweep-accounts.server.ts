import { deleteOldAttempts } from '~/door/attempts.server'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { deleteLapsed } from './account-store.server'
import { deleteOldBrowsers } from './login/known-browser-store.server'

/** Deletes expired sessions, links, browsers and rate-limit counters. Runs as a system job. */
export async function sweepAccounts({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await deleteOldAttempts(db, now)
  await deleteOldBrowsers(db, now)
  await deleteLapsed(db, now)
}
