import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema'
import type { Log } from '../log.server'

/** A pool or a transaction: every store takes it as its first argument and does not care which. */
export type Database = Kysely<DB>

// Dates without a time stay the text that PostgreSQL writes: a day is not a moment in some time zone.
const dateType = 1082
pg.types.setTypeParser(dateType, (text: string) => text)
// Counters, öre and ratings fit a double a thousand times over; as text they would be joined, not added.
const bigintType = 20
pg.types.setTypeParser(bigintType, Number)
const numericType = 1700
pg.types.setTypeParser(numericType, Number)

export function openPool(connection: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ max: 12, connectionTimeoutMillis: 5_000, application_name: 'kvartera', ...connection })
  // An idle connection that the server closes is not a fault of ours: the pool opens another.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'idle database connection lost'))
  // One that breaks between two queries of a transaction has no query to fail; the next one will tell.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
