import type { Log } from '../log.server'
import { inTime } from '../time-limit'
import { setAsideBefore } from './one-run'

export type SoleRunner = {
  /**
   * Runs the work now, or once more after the current run: a call is never lost, since a run always begins after it.
   */
  run(): Promise<void>
  idle(): Promise<void>
}

type Run = {
  /** The name in the log. */
  name: string
  /** Resolves to whether there may be more work, which is then run at once. */
  work(): Promise<boolean>
  /**
   * Timeout for a run that hangs: it is abandoned, and the next call starts anew. Without a limit a run is awaited
   * however long it takes.
   */
  limitMs?: number
}

/**
 * A mutex within this process: the work never runs twice at once, except beside a run that was abandoned at its limit.
 * Against other processes rows are protected in the database, by locks (`skip locked`) or leases (claim.server.ts).
 */
export function soleRunner(ports: () => { log: Log }, { name: what, work, limitMs }: Run): SoleRunner {
  let current: Promise<void> | null = null
  let again = false

  async function runOut() {
    try {
      do again = false
      while ((await runOnce()) || again)
    } finally {
      current = null
    }
  }

  /** A failed run is logged, so that a call that came meanwhile still gets its own run. */
  async function runOnce() {
    try {
      return await (limitMs === undefined ? work() : inTime(work(), limitMs))
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string }
      const about = { work: what, code, error: name, ...setAsideBefore(error) }
      ports().log.error(about, 'work failed; the next run tries again')
      return false
    }
  }

  return {
    run() {
      again = true
      current ??= runOut()
      return current
    },
    idle: () => current ?? Promise.resolve(),
  }
}
