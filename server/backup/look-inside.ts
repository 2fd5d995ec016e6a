import { sql } from 'kysely'
import pg from 'pg'
import { countBrokenHistories } from '~/alarms/public.server'
import { readUnexplained } from '~/membership/public.server'
import { readImbalances } from '~/payments/public.server'
import { ConfigError } from '~/platform/config.server'
import { type Database, openDatabase } from '~/platform/database/database.server'
import { type ClusterOptions, startCluster } from '~/platform/database/embedded-postgres.server'
import type { Counts } from '~/upkeep/public'

/** What is in a database that was put somewhere. `faults` say what is wrong with it, in the words of whoever looks after the machine. */
export type Found = { counts: Counts; wrong: 'books' | 'history' | null; faults: string[] }

/** The same of a cluster: starts it, looks, and stops it. */
export async function lookInside(folder: string, options: Omit<ClusterOptions, 'folder'> = {}): Promise<Found> {
  const cluster = await startCluster({ folder, ...options })
  try {
    return await lookAt({ ...cluster.connection, database: 'kvartera' })
  } finally {
    await cluster.stop()
  }
}

/** Reads every row there is, counts, adds up the books, and looks for holes in what has happened. */
export async function lookAt(connection: pg.ClientConfig): Promise<Found> {
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => {})
  const db = openDatabase(pool)
  try {
    await readEverything(db)
    const counts = await count(db)
    const imbalances = await readImbalances(db)
    const holes = await readHoles(db)
    const wrong = imbalances.length > 0 ? 'books' : holes.length > 0 ? 'history' : null
    return { counts, wrong, faults: [...imbalances, ...holes] }
  } finally {
    await db.destroy()
  }
}

/** For a command, whose reader stops at the first sentence. */
export function inWords({ counts, wrong, faults }: Found): string {
  if (wrong === 'books') throw new ConfigError(`The books do not balance: ${faults.join('; ')}.`)
  if (wrong === 'history') throw new ConfigError(`What has happened has holes: ${faults.join('; ')}.`)
  const { people, companies, bookings, alarms, vouchers } = counts
  return `${people} people, ${companies} companies, ${bookings} bookings, ${alarms} alarms; the books balance (${vouchers} vouchers)`
}

/**
 * A page that was damaged is found by whoever reads it, by its checksum: so each row is, with what is kept apart from it because it is
 * long. What the login may not read is not the product's.
 */
async function readEverything(db: Database) {
  // An index says how many rows there are without looking at them.
  await sql`set enable_indexonlyscan = off`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') and has_table_privilege(oid, 'select')
    order by oid`.execute(db)
  for (const { name } of rows) await sql`select count(one::text) from ${sql.table(name)} as one`.execute(db)
}

async function count(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from profiles) as people, (select count(*)::int from companies) as companies,
      (select count(*)::int from bookings) as bookings, (select count(*)::int from safety_alarms) as alarms,
      (select count(*)::int from ledger_vouchers) as vouchers`.execute(db)
  if (!rows[0]) throw new Error('a count without a row')
  return rows[0]
}

async function readHoles(db: Database): Promise<string[]> {
  const alarms = await countBrokenHistories(db)
  const members = (await readUnexplained(db)).length
  return [
    ...(alarms > 0 ? [`${alarms} alarms without their beginning or their end`] : []),
    ...(members > 0 ? [`${members} members whose events do not explain them`] : []),
  ]
}
