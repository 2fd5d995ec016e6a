import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema'
import type { Log } from '../log.server'

/** A pool or a transaction: every store takes it as its first argument and does not care which. */
export type Database = Kysely<DB>

/** Every table, for a store that names the columns of a row. */
export type Tables = DB

// Dates without a time stay the text that PostgreSQL writes: a day is not a moment in some time zone.
const dateType = 1082
pg.types.setTypeParser(dateType, (text: string) => text)
// Counters, öre and ratings fit a double a thousand times over; as text they would be joined, not added.
const bigintType = 20
pg.types.setTypeParser(bigintType, Number)
const numericType = 1700
pg.types.setTypeParser(numericType, Number)

/**
 * A process that is stopped in the middle of a transaction holds its rows until it goes on, and with them whoever
 * else wants to do its work. Nothing of ours waits this long between two statements.
 */
const longestPauseMs = 6_000

export function openPool(connection: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: longestPauseMs,
    application_name: 'kvartera',
    ...connection,
  })
  // An idle connection that the server closes is not a fault of ours: the pool opens another.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'idle database connection lost'))
  // One that breaks between two queries of a transaction has no query to fail; the next one will tell.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', planNamedOnce)
  return pool
}

/** The same connections with a setting more; what they have already, as the product's role, stays. */
export function withSetting(connection: pg.PoolConfig, setting: string): pg.PoolConfig {
  return { ...connection, options: `${connection.options ?? ''} -c ${setting}` }
}

/** Connections that act as the product's own role, which can only add to the history (db/migrations/0190). */
export const asProduct = (login: pg.PoolConfig) => withSetting(login, 'role=kvartera_product')

/** Whether the login of this pool may take on the product's role. */
export async function mayActAsProduct(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles
       where rolname = 'kvartera_product'), false) as may`,
  )
  return rows[0]?.may === true
}

/** What the login could do beside that, if somebody made it: in words, or null. */
export async function mayDoMore(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ superuser: boolean; owner: boolean }>(
    `select (select rolsuper from pg_roles where rolname = current_user) as superuser,
       exists (select from pg_class where oid = to_regclass('profiles') and pg_has_role(current_user, relowner, 'usage')) as owner`,
  )
  return rows[0]?.superuser ? 'is a superuser' : rows[0]?.owner ? 'owns the tables' : null
}

const named = /^\s*(?:select )?\/\* ([\w ]+) \*\//

/**
 * A statement that begins with its name in a comment, as in "/* raise alarm *\/ with …", is planned once per
 * connection: for the few whose planning would cost more than they do. Its text must always be the same.
 */
function planNamedOnce(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? named.exec(text)?.[1] : undefined
    return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
  }) as typeof client.query
}

/** In the transaction that the caller has, or in one of its own: what belongs together is committed together. */
export function inTransaction<Value>(db: Database, work: (db: Database) => Promise<Value>): Promise<Value> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
