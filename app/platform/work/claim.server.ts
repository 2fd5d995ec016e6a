import { sql } from 'kysely'

/**
 * What a row that waits is set to when a process takes it: one more try, and nobody else's until then. A claim that is not
 * settled by then was a process that died, and another takes the row over. Which rows, is the
 * store's to say, with the lock that passes over what another holds: each has its line in test/attacks/locks.test.ts.
 */
export function claimedFor(now: Date, seconds: number) {
  return { attempts: sql<number>`attempts + 1`, next_attempt_at: new Date(now.getTime() + seconds * 1000) }
}
