import { deleteOldAttempts } from '~/door/attempts.server'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { deleteLapsed } from './account-store.server'
import { deleteOldBrowsers } from './login/known-browser-store.server'

/** Clears what has lapsed and lets nobody in any more: sessions, links, tries. Runs as the product itself. */
export async function sweepAccounts({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await deleteOldAttempts(db, now)
  await deleteOldBrowsers(db, now)
  await deleteLapsed(db, now)
}
