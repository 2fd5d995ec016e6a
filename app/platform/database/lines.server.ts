import { Socket } from 'node:net'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.server'
import { DatabaseAway } from './errors.server'

/**
 * How this process's connections commit: `waits` as the database is configured (for a standby), `alone` on the
 * primary's own disk only, `reads only` refuses writes (docs/decisions/0212).
 */
export type Manner = 'waits' | 'alone' | 'reads only'

const settings: Record<Manner, string> = {
  waits: 'set synchronous_commit to default; set default_transaction_read_only to default',
  alone: 'set synchronous_commit to local; set default_transaction_read_only to default',
  'reads only': 'set default_transaction_read_only to on',
}

export type LineConfig = pg.ClientConfig & { lines: Lines }

/** A database connection that can be destroyed from the first moment, before the server has answered. */
export class Line extends pg.Client {
  constructor(config: LineConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    // Destroying the socket already rejects the pending queries, so the error event needs no handling.
    this.on('error', () => {})
    config.lines.hold(this, socket)
  }
}

/** The timeline of the primary that a connection leads to. It grows at each failover; 0 means a standby. */
const whereTo = `select case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

/**
 * Fencing after a failover: tracks every database connection of this process. The first connection that reaches a newer
 * primary destroys those to the old one, which may be silent, or accept writes that are lost. Connections to a standby
 * or to an older primary are refused.
 */
export class Lines {
  readonly #sockets = new Map<Line, Socket>()
  readonly #manners = new WeakMap<DatabaseConnection, Manner>()
  readonly #keepers: ((since: number) => void)[] = []
  readonly #log: Log
  #timeline = 0
  manner: Manner = 'waits'

  constructor(log: Log) {
    this.#log = log
  }

  hold(line: Line, socket: Socket) {
    this.#sockets.set(line, socket)
    socket.once('close', () => this.#sockets.delete(line))
  }

  /** Called before a connection is first used. Refuses it if it does not lead to the newest primary. */
  async admit(line: Line): Promise<void> {
    const { rows } = await line.query<{ timeline: number }>(whereTo)
    const timeline = rows[0]?.timeline ?? 0
    if (timeline === 0) throw new DatabaseAway('a standby answered in the place of the primary')
    if (timeline < this.#timeline) throw new DatabaseAway('a primary answered that another one has taken over from')
    if (timeline === this.#timeline) return
    const before = this.#timeline
    this.#timeline = timeline
    if (before === 0) return
    const others = [...this.#sockets].filter(([other]) => other !== line)
    this.#log.warn(
      { timeline, lines: others.length },
      'another primary has taken over; lines to the one before are cut',
    )
    for (const [, socket] of others) socket.destroy()
  }

  /** A pool registers how to close its connections that have been idle since a moment (`performance.now`). */
  keptBy(letGo: (since: number) => void) {
    this.#keepers.push(letGo)
  }

  /**
   * New connections are answered again after an outage. Connections idle all that time may be dead, and whoever
   * borrowed one would wait for the timeout; closing idle ones costs nothing.
   */
  answeredAgain(since: number) {
    for (const letGo of this.#keepers) letGo(since)
  }

  /** Called before a connection is lent: applies the current `manner` to it. */
  async suit(line: DatabaseConnection, { writesAlways }: { writesAlways: boolean }) {
    const manner = writesAlways && this.manner === 'reads only' ? 'alone' : this.manner
    if ((this.#manners.get(line) ?? 'waits') === manner) return
    try {
      await line.executeQuery(CompiledQuery.raw(settings[manner]))
      this.#manners.set(line, manner)
    } catch {
      // A broken connection will fail the borrower's query, and the borrower then releases it.
    }
  }
}

/** Destroys the socket: an orderly disconnect on a silent connection would never be answered. */
export function hangUp(client: pg.Client) {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}
