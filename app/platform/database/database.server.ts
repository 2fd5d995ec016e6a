import type { Socket } from 'node:net'
import { type DatabaseConnection, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema'
import type { Log } from '../log.server'
import { ReadsTogether } from './asked-together.server'
import { Line, type Lines } from './lines.server'

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

/**
 * Longer than anything takes that somebody waits for. The database ends by itself what it is still busy with a moment before,
 * with an error that says so; what has not been answered then is on a line that nobody is at the other end of.
 */
const longestQueryMs = 8_000
const longestLockMs = 4_000

export type PoolLimits = {
  /** Null where work may take as long as it takes: migrations. */
  queryMs?: number | null
  /** How long somebody is let wait for what another holds. */
  lockMs?: number
  /** What is told to people about a database that takes nothing must be written all the same. */
  writesAlways?: boolean
}

export function openPool(
  connection: pg.PoolConfig & { lines?: Lines },
  log: Log,
  { queryMs = longestQueryMs, lockMs = longestLockMs, writesAlways = false }: PoolLimits = {},
): pg.Pool {
  const { lines } = connection
  const pool = new pg.Pool({
    max: 12,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: longestPauseMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'kvartera',
    // A question need not wait for the answer to the one before (asked-together.server.ts).
    pipeline: true,
    ...connection,
    ...(lines && lineOptions(lines)),
    ...{ writesAlways },
    ...(queryMs === null ? {} : { statement_timeout: queryMs - 500, lock_timeout: Math.min(lockMs, queryMs - 1_000) }),
  })
  // An idle connection that the server closes is not a fault of ours: the pool opens another.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'idle database connection lost'))
  // One that breaks between two queries of a transaction has no query to fail; the next one will tell.
  pool.on('connect', (client) => client.on('error', () => {}))
  writeTogether(pool)
  if (queryMs !== null) cutSilentLines(pool, queryMs, log, lines)
  return pool
}

/** Lines that know of each other, each asked where it leads before it is used. */
function lineOptions(lines: Lines): pg.PoolConfig {
  return {
    Client: Line as unknown as NonNullable<pg.PoolConfig['Client']>,
    verify: (client, done) => void lines.admit(client as unknown as Line).then(() => done(), done),
  }
}

// The real ones: a test that moves the time must not cut lines by it.
const { setTimeout, clearTimeout } = globalThis

/** `asked`: how many questions on it wait for their answer. */
type Asked = { socket: Socket; asked: number; answeredAt: number; limit: NodeJS.Timeout | undefined }

/**
 * A line whose other end has vanished says nothing, for hours: a firewall that forgot it, a primary that is gone, a machine
 * that hangs. Each answer has a limit, and the line is cut when it passes; pg's own `query_timeout` would put the
 * dead line back for the next. The lines that have lain unused for as long are let go with it: they lead to the same place; so are
 * they when the database answers again after it did not.
 */
function cutSilentLines(pool: pg.Pool, limitMs: number, log: Log, among?: Lines) {
  const lines = new Set<Asked>()
  const unusedSince = (since: number) => [...lines].filter(({ asked, answeredAt }) => asked === 0 && answeredAt < since)
  among?.keptBy((since) => {
    for (const { socket } of unusedSince(since)) socket.destroy()
  })
  pool.on('connect', (client) => {
    const line: Asked = { socket: socketOf(client), asked: 0, answeredAt: performance.now(), limit: undefined }
    lines.add(line)
    client.once('end', () => lines.delete(line))
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      line.asked++
      if (line.asked === 1) waitFor(line)
      const answered = () => {
        line.asked--
        line.answeredAt = performance.now()
        if (line.asked === 0) clearTimeout(line.limit)
        else waitFor(line)
      }
      const heard = given.at(-1)
      if (typeof heard === 'function') {
        return query(...given.slice(0, -1), (...answer: unknown[]) => {
          answered()
          heard(...answer)
        })
      }
      const answer = query(...given) as Promise<unknown>
      answer.then(answered, answered)
      return answer
    }) as typeof client.query
  })

  function waitFor(line: Asked) {
    clearTimeout(line.limit)
    const since = performance.now()
    line.limit = setTimeout(() => cut(line, since), limitMs)
  }

  function cut(silent: Asked, since: number) {
    const idle = unusedSince(since)
    log.error({ lines: 1 + idle.length }, 'the database did not answer; its lines are cut')
    for (const { socket } of [silent, ...idle]) socket.destroy()
  }
}

const socketOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream

/** What is asked of a line in one turn leaves in one write. */
function writeTogether(pool: pg.Pool) {
  pool.on('connect', (client) => {
    const socket = socketOf(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    let isHeld = false
    client.query = ((...given: unknown[]) => {
      if (!isHeld) {
        isHeld = true
        socket.cork()
        process.nextTick(() => {
          isHeld = false
          socket.uncork()
        })
      }
      return query(...given)
    }) as typeof client.query
  })
}

/** The same connections with a setting more; what they have already, as the product's role, stays. */
export function withSetting(connection: pg.PoolConfig, setting: string): pg.PoolConfig {
  return { ...connection, options: `${connection.options ?? ''} -c ${setting}` }
}

/**
 * Within a statement: on disk when it is answered, whatever the database does for others; but for a standby that is missing nobody
 * waits where the operator has chosen so (lines.server.ts).
 */
export const onDisk = sql`set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'local' then 'local' else 'on' end, true)`

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

/** In the transaction that the caller has, or in one of its own: what belongs together is committed together. */
export function inTransaction<Value>(db: Database, work: (db: Database) => Promise<Value>): Promise<Value> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

export function openDatabase(pool: pg.Pool): Database {
  const { lines, writesAlways = false } = pool.options as { lines?: Lines } & PoolLimits
  const suited = lines && { onReserveConnection: (line: DatabaseConnection) => lines.suit(line, { writesAlways }) }
  return new Kysely<DB>({ dialect: new ReadsTogether(new PostgresDialect({ pool, ...suited })) })
}
