import type { Socket } from 'node:net'
import { type DatabaseConnection, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema'
import type { Log } from '../log.server'
import { ReadsTogether } from './asked-together.server'
import { Line, type Lines } from './lines.server'

/** A connection pool or a transaction. Every store takes it as its first argument and works with either. */
export type Database = Kysely<DB>

/** All tables, for a store that names the columns of a row. */
export type Tables = DB

// Dates without a time stay text: a calendar day is not a moment in some time zone.
const dateType = 1082
pg.types.setTypeParser(dateType, (text: string) => text)
// Counters, öre and ratings are far below the limits of a double. As strings they would be concatenated, not added.
const bigintType = 20
pg.types.setTypeParser(bigintType, Number)
const numericType = 1700
pg.types.setTypeParser(numericType, Number)

/**
 * idle_in_transaction_session_timeout: a process that hangs in the middle of a transaction would hold its row locks and
 * block whoever wants to take over its work. Our code never pauses this long between two statements.
 */
const longestPauseMs = 6_000

/**
 * Query timeout, longer than anything that somebody waits for. PostgreSQL's statement_timeout is 500 ms shorter and
 * gives a clear error; a query unanswered after `longestQueryMs` is on a dead connection.
 */
const longestQueryMs = 8_000
const longestLockMs = 4_000

export type PoolLimits = {
  /** Null for no limit: migrations. */
  queryMs?: number | null
  /** lock_timeout: how long a statement waits for a lock. */
  lockMs?: number
  /**
   * For the pool that reports that the database refuses writes: its own writes go through while `Lines` is in `reads
   * only`.
   */
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
    // Pipelining: a query need not wait for the answer to the one before (asked-together.server.ts).
    pipeline: true,
    ...connection,
    ...(lines && lineOptions(lines)),
    ...{ writesAlways },
    ...(queryMs === null ? {} : { statement_timeout: queryMs - 500, lock_timeout: Math.min(lockMs, queryMs - 1_000) }),
  })
  // An idle connection closed by the server is no fault: the pool opens another.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'idle database connection lost'))
  // A connection that breaks between two queries of a transaction has no query to reject; the next query reports the
  // error. Without this listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  writeTogether(pool)
  if (queryMs !== null) cutSilentLines(pool, queryMs, log, lines)
  return pool
}

/**
 * Pool options for connections tracked by `Lines`. `verify` refuses a new connection that does not lead to the current
 * primary.
 */
function lineOptions(lines: Lines): pg.PoolConfig {
  return {
    Client: Line as unknown as NonNullable<pg.PoolConfig['Client']>,
    verify: (client, done) => void lines.admit(client as unknown as Line).then(() => done(), done),
  }
}

// The real timers: a test with fake timers must not cut connections.
const { setTimeout, clearTimeout } = globalThis

/** `asked`: the number of queries awaiting an answer. */
type Asked = { socket: Socket; asked: number; answeredAt: number; limit: NodeJS.Timeout | undefined }

/**
 * Detects half-open connections. When the other end has vanished (a firewall dropped the state, the primary is gone,
 * the machine hangs) the socket stays silent for hours. Each answer has a time limit; when it passes, the connection is
 * destroyed, since pg's own `query_timeout` would return the dead connection to the pool. Connections that have been
 * idle since before lead to the same server and are destroyed too, also when the database answers again after an
 * outage.
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

/** Corks the socket, so that all queries of one turn of the event loop leave in one write. */
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

/** The same connection options with one more setting. Settings already there, such as the product's role, are kept. */
export function withSetting(connection: pg.PoolConfig, setting: string): pg.PoolConfig {
  return { ...connection, options: `${connection.options ?? ''} -c ${setting}` }
}

/**
 * Used within a statement: makes its transaction durable before it is answered (synchronous_commit on), whatever is set
 * for others. If the operator chose `local` because the standby is missing, it stays `local` (lines.server.ts).
 */
export const onDisk = sql`set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'local' then 'local' else 'on' end, true)`

/** Connections in the product's own role, which can only append to the history (db/migrations/0190). */
export const asProduct = (login: pg.PoolConfig) => withSetting(login, 'role=kvartera_product')

/** Whether this login may switch to the product's role. */
export async function mayActAsProduct(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select coalesce((select pg_has_role(current_user, oid, 'member') from pg_roles
       where rolname = 'kvartera_product'), false) as may`,
  )
  return rows[0]?.may === true
}

/** Dangerous privileges of the login beyond that role, in words; null if it has none. */
export async function mayDoMore(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ superuser: boolean; owner: boolean }>(
    `select (select rolsuper from pg_roles where rolname = current_user) as superuser,
       exists (select from pg_class where oid = to_regclass('profiles') and pg_has_role(current_user, relowner, 'usage')) as owner`,
  )
  return rows[0]?.superuser ? 'is a superuser' : rows[0]?.owner ? 'owns the tables' : null
}

/** Runs in the caller's transaction, or opens one: what belongs together is committed together. */
export function inTransaction<Value>(db: Database, work: (db: Database) => Promise<Value>): Promise<Value> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

export function openDatabase(pool: pg.Pool): Database {
  const { lines, writesAlways = false } = pool.options as { lines?: Lines } & PoolLimits
  const suited = lines && { onReserveConnection: (line: DatabaseConnection) => lines.suit(line, { writesAlways }) }
  return new Kysely<DB>({ dialect: new ReadsTogether(new PostgresDialect({ pool, ...suited })) })
}
