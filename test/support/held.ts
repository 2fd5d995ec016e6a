import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * Races that are held, not hoped for: one transaction keeps its rows for as long as the other acts, so that a lock that is
 * left out is found out each time and not once in a hundred.
 */

/** One transaction keeps what `keep` took while `act` runs. Whoever waits for it in `act` fails at once instead of standing still. */
export async function whileKept<Kept, Value>(
  db: Database,
  keep: (keeper: Database) => Promise<Kept>,
  act: (other: Database, kept: Kept) => Promise<Value>,
): Promise<Value> {
  return db.transaction().execute(async (keeper) => {
    const kept = await keep(keeper)
    return db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '60ms'`.execute(other)
      return act(other, kept)
    })
  })
}

/**
 * The other has been first: `first` has changed its rows and not committed when `act` begins, and commits only once `act`
 * waits for it, or is through without having waited; `meanwhile` is what it does before that.
 */
export async function behind<Value>(
  db: Database,
  first: (db: Database) => Promise<unknown>,
  act: () => Promise<Value>,
  meanwhile: (first: Database) => unknown = () => {},
): Promise<Value> {
  const holder = await db.startTransaction().execute()
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holder)
    const pid = rows[0]?.pid ?? 0
    await first(holder)
    let isThrough = false
    const acting = act().finally(() => {
      isThrough = true
    })
    // Who fails is heard below; nobody has to listen before.
    acting.catch(() => {})
    while (!isThrough && !(await isWaitedFor(db, pid))) await new Promise(setImmediate)
    await meanwhile(holder)
    await holder.commit().execute()
    return await acting
  } catch (error) {
    if (!holder.isCommitted) await holder.rollback().execute()
    throw error
  }
}

async function isWaitedFor(db: Database, pid: number): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where not granted and ${pid} = any(pg_blocking_pids(pid))`.execute(db)
  return rows.length > 0
}
