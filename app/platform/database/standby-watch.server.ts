import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.server'
import { inTime, TooLate } from '../time-limit'
import { hangUp, Line, type Lines } from './lines.server'
import { dial } from './primary-watch.server'

/** What to do while commits would wait for a missing synchronous standby: STANDBY_MISSING. */
export type WhenMissing = 'go-on' | 'stop'

export type StandbyWatch = {
  /** Whether commits wait for a standby that does not answer; null before the first check. */
  isMissing(): boolean | null
  /** Resolves after the first check, with or without a result. */
  first(): Promise<void>
  /** Registers who is told of changes; called again after a failure. */
  onChange(tell: (isMissing: boolean) => Promise<void>): void
  stop(): void
}

type Watching = {
  login: pg.ClientConfig
  lines: Lines
  log: Log
  whenMissing: WhenMissing
}

const everyMs = 500
/** Longer than a commit waits for a standby that is there. */
const patienceMs = 2_000
const lookMs = 1_000
const dialMs = 3_000
/**
 * `stop` only: sessions that have waited this long are terminated. Their callers got a timeout (`longestQueryMs`)
 * before. Their commits are on the primary already, and reach the standby when it is back.
 */
const forgottenS = 10

const name = 'kvartera asks for the standby'

/**
 * A trial commit: writes a WAL message that changes no row and is read by nobody, and waits for the standby like any
 * commit. Nothing to do if no standby is configured.
 */
const trial = `select pg_logical_emit_message(true, 'kvartera', '')
  where current_setting('synchronous_standby_names') <> ''`

const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and usename = session_user`

/**
 * A health check of the synchronous standby: commits a trial again and again and measures how long it waits. A trial
 * that exceeds `patienceMs` keeps waiting; its answer means that the standby is back. Whether it really waits for
 * SyncRep is asked on a new connection, which leads to the current primary: a fenced old primary must not commit alone.
 */
export function watchStandby({ login, lines, log, whenMissing }: Watching): StandbyWatch {
  let isMissing: boolean | null = null
  let told: boolean | null = null
  let teller: ((isMissing: boolean) => Promise<void>) | null = null
  let line: Line | null = null
  let isOver = false
  const whileMissing = whenMissing === 'go-on' ? 'alone' : 'reads only'
  const firstLook = Promise.withResolvers<void>()

  const open = () => dial(new Line({ ...login, lines, application_name: name }), lines, dialMs)

  function conclude(now: boolean) {
    lines.manner = now ? whileMissing : 'waits'
    if (isMissing !== now && (now || isMissing)) {
      const then = whenMissing === 'go-on' ? 'commits are made on the primary alone' : 'nothing is written'
      log.error({ missing: now }, now ? `the standby is missing; ${then}` : 'the standby is back')
    }
    isMissing = now
    firstLook.resolve()
    const tell = teller
    if (told === now || !tell) return
    // Not awaited, since the listener may take long. No second call meanwhile.
    teller = null
    void tell(now)
      .then(() => {
        told = now
      })
      .catch(() => {})
      .finally(() => {
        teller = tell
      })
  }

  /**
   * Asks on a second connection, because the first one is blocked. Also releases other waiting sessions: with `go-on`
   * they commit on the primary alone, with `stop` those whose caller has given up are terminated.
   */
  async function stillWaits(pid: number): Promise<boolean> {
    const eyes = await open()
    try {
      const { rowCount } = await inTime(eyes.query(`select ${waiting} and pid = $1`, [pid]), lookMs)
      if (!rowCount) return false
      const letGo =
        whenMissing === 'go-on'
          ? `select pg_cancel_backend(pid) ${waiting} and application_name <> $1`
          : `select pg_terminate_backend(pid) ${waiting} and application_name <> $1
               and query_start < clock_timestamp() - interval '${forgottenS} s'`
      await inTime(eyes.query(letGo, [name]), lookMs)
      return true
    } finally {
      hangUp(eyes)
    }
  }

  async function ask() {
    line ??= await open()
    const { rows } = await inTime(
      line
        .query<{ pid: number }>(`set synchronous_commit = on; select pg_backend_pid() as pid`)
        .then((both) => (both as unknown as pg.QueryResult<{ pid: number }>[])[1] ?? { rows: [] }),
      dialMs,
    )
    const pid = rows[0]?.pid ?? 0
    const answered = line.query(trial)
    for (let waits = patienceMs; ; waits = lookMs) {
      const late = await inTime(answered, waits).then(
        () => false,
        (error) => {
          if (error instanceof TooLate) return true
          throw error
        },
      )
      if (!late) return conclude(false)
      if (!(await stillWaits(pid))) throw new Error('it waits for something else, or for nobody any more')
      conclude(true)
    }
  }

  const rounds = (async () => {
    while (!isOver) {
      try {
        await ask()
      } catch {
        // If no new connection succeeds, this may no longer be the primary: stop committing without the standby.
        if (lines.manner === 'alone') lines.manner = 'waits'
        if (line) hangUp(line)
        line = null
        firstLook.resolve()
      }
      await pause(everyMs, undefined, { ref: false })
    }
  })()
  void rounds

  return {
    isMissing: () => isMissing,
    first: () => firstLook.promise,
    onChange(tell) {
      teller = tell
    },
    stop() {
      isOver = true
      if (line) hangUp(line)
    },
  }
}
