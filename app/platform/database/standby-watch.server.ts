import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.server'
import { inTime, TooLate } from '../time-limit'
import { hangUp, Line, type Lines } from './lines.server'
import { dial } from './primary-watch.server'

/** What is to happen while commits wait for a standby that is gone: STANDBY_MISSING. */
export type WhenMissing = 'go-on' | 'stop'

export type StandbyWatch = {
  /** Whether commits wait for somebody who does not answer; null before anybody has looked. */
  isMissing(): boolean | null
  /** Known for the first time, or not to be known for now. */
  first(): Promise<void>
  /** Who is told of it, again until it is done. */
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
/** By then whoever asked has been told that it was hardly written (`longestQueryMs`); it is here, and is when the standby is back. */
const forgottenS = 10

const name = 'kvartera asks for the standby'

/** Writes nothing that anybody reads, in no row, and waits as any commit does, where there is somebody to wait for. */
const trial = `select pg_logical_emit_message(true, 'kvartera', '')
  where current_setting('synchronous_standby_names') <> ''`

const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and usename = session_user`

/**
 * Makes a commit of its own, again and again, and sees how long it waits. One that waits too long goes on waiting: when it is
 * answered, the standby is back. That it waits for a standby, and for nothing else, is asked on a new line, which leads to whoever is the
 * primary now: one that has been taken over from must not go on alone.
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
    // Nobody waits for it: it may be long in coming.
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

  /** Asked past the line that waits. Whoever waits too is let go on, or forgotten. */
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
        // Whoever cannot be reached anew may not be the primary any more: nothing is committed past its standby.
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
