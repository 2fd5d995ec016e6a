import type { Log } from '~/platform/log.server'
import { inTime } from '~/platform/time-limit'

export type SoleRunner = {
  /** Runs now, or once more when the run under way has ended: what was asked for is always looked at afterwards. */
  run(): Promise<void>
  idle(): Promise<void>
}

/** Each question to the database and each provider has a limit of its own; what is not over by then never will be. */
const longestRunMs = 45_000

/**
 * Work that is not begun again in this process while it is under way. `work` says whether there may be more. What hangs is
 * left to itself after a while, and work begins anew: it is only ever done on rows that are held in the database.
 */
export function soleRunner(
  ports: () => { log: Log },
  work: () => Promise<boolean>,
  limitMs = longestRunMs,
): SoleRunner {
  let current: Promise<void> | null = null
  let again = false

  async function runOut() {
    try {
      do again = false
      while ((await inTime(work(), limitMs)) || again)
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string }
      ports().log.error({ code, error: name }, 'alarm work failed; the next sweep tries again')
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
