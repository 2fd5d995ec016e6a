import { Socket } from 'node:net'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.server'
import { DatabaseAway } from './errors.server'

/**
 * How commits on the lines of this process are made: `waits` for whatever the database is set to wait for, `alone` on the
 * primary's own disk, and `reads only` where nothing is to be written (docs/decisions/0212).
 */
export type Manner = 'waits' | 'alone' | 'reads only'

const settings: Record<Manner, string> = {
  waits: 'set synchronous_commit to default; set default_transaction_read_only to default',
  alone: 'set synchronous_commit to local; set default_transaction_read_only to default',
  'reads only': 'set default_transaction_read_only to on',
}

export type LineConfig = pg.ClientConfig & { lines: Lines }

/** A line to the database that can be broken off from its first moment, before anybody has answered on it. */
export class Line extends pg.Client {
  constructor(config: LineConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    // One that is broken off has told whoever asked on it.
    this.on('error', () => {})
    config.lines.hold(this, socket)
  }
}

/** Which primary a line leads to: its timeline grows each time another takes over; 0 is a standby. */
const whereTo = `select case when pg_is_in_recovery() then 0
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

/**
 * Every line of this process to its database. The first one that reaches another primary breaks off those that lead to the
 * one before it, which may be silent, or write what nobody will ever read; and none is used that leads to a standby or back.
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

  /** Before a line is used for the first time: refused where it does not lead to the primary. */
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

  /** A pool says here how it lets go of those that have lain unused since a moment (`performance.now`). */
  keptBy(letGo: (since: number) => void) {
    this.#keepers.push(letGo)
  }

  /**
   * New lines are answered again: those that lay unused all the while may be silent for good, which whoever was given one would find out
   * by waiting for nothing. They cost nobody anything.
   */
  answeredAgain(since: number) {
    for (const letGo of this.#keepers) letGo(since)
  }

  /** Before a line is lent: commits on it are made as all are just now. */
  async suit(line: DatabaseConnection, { writesAlways }: { writesAlways: boolean }) {
    const manner = writesAlways && this.manner === 'reads only' ? 'alone' : this.manner
    if ((this.#manners.get(line) ?? 'waits') === manner) return
    try {
      await line.executeQuery(CompiledQuery.raw(settings[manner]))
      this.#manners.set(line, manner)
    } catch {
      // One that has broken tells whoever it is lent to, who gives it back.
    }
  }
}

/** A goodbye to a line that says nothing is never answered: it is cut. */
export function hangUp(client: pg.Client) {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}
