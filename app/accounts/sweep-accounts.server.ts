import { deleteOldAttempts } from '~/door/attempts.server'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { deleteOldBrowsers } from './login/known-browser-store.server'

/** Clears what has lapsed and lets nobody in any more: sessions, links, tries. Runs as the product itself. */
export async function sweepAccounts({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await deleteOldAttempts(db, now)
  await deleteOldBrowsers(db, now)
  for (const table of [
    'sessions',
    'verifications',
    'mail_links',
    'email_changes',
    'email_undos',
    'phone_proofs',
    'passkey_challenges',
  ] as const) {
    await db.deleteFrom(table).where('expires_at', '<', now).execute()
  }
}
