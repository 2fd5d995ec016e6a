import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { deleteOldReplies } from './inbound-store.server'

const keptDays = 90

/** What came back by SMS is of no use after some months. Runs as the product itself. */
export async function sweepMessages({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await deleteOldReplies(db, new Date(clock.now().getTime() - keptDays * 24 * 3_600_000))
}
