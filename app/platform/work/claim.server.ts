import { sql } from 'kysely'

/**
 * A lease on queued rows: the update that claims a row counts one more attempt and hides the row from other workers
 * until the lease ends. If the process dies before it settles the row, another one claims it then. The store chooses
 * the rows, with `skip locked`; each such lock has its line in test/attacks/locks.test.ts.
 */
export function claimedFor(now: Date, seconds: number) {
  return { attempts: sql<number>`attempts + 1`, next_attempt_at: new Date(now.getTime() + seconds * 1000) }
}
