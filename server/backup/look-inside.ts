import { sql } from 'kysely'
import pg from 'pg'
import { countBrokenHistories } from '~/alarms/public.server'
import { readUnexplained } from '~/membership/public.server'
import { readImbalances } from '~/payments/public.server'
import { ConfigError } from '~/platform/config.server'
import { type Database, openDatabase } from '~/platform/database/database.server'
import { type ClusterOptions, startCluster } from '~/platform/database/embedded-postgres.server'
import type { Counts } from '~/upkeep/public'

/** What a restored database holds. `faults` describe what is wrong with it, for whoever operates the machine. */
export type Found = { counts: Counts; wrong: 'books' | 'history' | null; faults: string[] }

/** Starts a cluster, inspects it with `lookAt`, and stops it. */
export async function lookInside(folder: string, options: Omit<ClusterOptions, 'folder'> = {}): Promise<Found> {
  const cluster = await startCluster({ folder, ...options })
  try {
    return await lookAt({ ...cluster.connection, database: 'kvartera' })
  } finally {
    await cluster.stop()
  }
}

/**
 * Reads every row, counts people, bookings and so on, checks that the books balance, and looks for gaps in the history.
 */
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

/** The result as one line for a command, which shows only the first fault: throws if anything is wrong. */
export function inWords({ counts, wrong, faults }: Found): string {
  if (wrong === 'books') throw new ConfigError(`The books do not balance: ${faults.join('; ')}.`)
  if (wrong === 'history') throw new ConfigError(`What has happened has holes: ${faults.join('; ')}.`)
  const { people, companies, bookings, alarms, vouchers } = counts
  return `${people} people, ${companies} companies, ${bookings} bookings, ${alarms} alarms; the books balance (${vouchers} vouchers)`
}

/**
 * Reads every row, with its TOASTed values, so that PostgreSQL verifies the checksum of every page and a damaged one is
 * found. Tables that the login may not read are not the product's.
 */
async function readEverything(db: Database) {
  // An index-only scan would count the rows without reading them.
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
