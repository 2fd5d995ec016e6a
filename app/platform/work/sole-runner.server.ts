import type { Log } from '../log.server'
import { inTime } from '../time-limit'

export type SoleRunner = {
  /** Runs now, or once more when the run under way has ended: what was asked for is always looked at afterwards. */
  run(): Promise<void>
  idle(): Promise<void>
}

type Run = {
  /** What it is called in the log. */
  name: string
  /** Says whether there may be more. */
  work(): Promise<boolean>
  /** What is not over by then hangs: it is left to itself, and work begins anew. Without it, it is waited for. */
  limitMs?: number
}

/**
 * Work that is not begun again in this process while it is under way. Against other processes it does not help: what is
 * worked on is held in the database (`skip locked`) or claimed for a while (claim.ts).
 */
export function soleRunner(ports: () => { log: Log }, { name: what, work, limitMs }: Run): SoleRunner {
  let current: Promise<void> | null = null
  let again = false

  async function runOut() {
    try {
      do again = false
      while ((await (limitMs === undefined ? work() : inTime(work(), limitMs))) || again)
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string }
      ports().log.error({ work: what, code, error: name }, 'work failed; the next sweep tries again')
    } finally {
      current = null
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
