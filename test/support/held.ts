import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * Deterministic race tests: one transaction holds its rows while the other acts, so that a missing lock fails every
 * time and not once in a hundred.
 */

/**
 * Holds the locks that `keep` takes while `act` runs in another transaction. If `act` has to wait, it fails at once
 * instead of hanging.
 */
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
 * Runs `act` while `first` holds uncommitted changes. `first` commits once `act` waits for its lock, or has finished
 * without waiting; `meanwhile` runs just before the commit.
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
    // Avoids an unhandled rejection; the error is thrown below.
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

type Poison = { before: 'insert' | 'update' | 'delete'; on: string; when: string }

/** A row that can never be written (a poison message): whatever touches it fails. Returns how to cure it. */
export async function poison(house: { asOwner(statement: string): Promise<unknown> }, { before, on, when }: Poison) {
  await house.asOwner(`
    create function refuse_one() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
    create trigger refuse_one before ${before} on ${on} for each row when (${when}) execute function refuse_one()`)
  return () => house.asOwner('drop function refuse_one cascade')
}
