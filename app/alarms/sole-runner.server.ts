import type { Log } from '~/platform/log.server'

export type SoleRunner = {
  /** Runs now, or once more when the run under way has ended: what was asked for is always looked at afterwards. */
  run(): Promise<void>
  idle(): Promise<void>
}

/** Work that is never done twice at once in this process. `work` says whether there may be more. */
export function soleRunner(ports: () => { log: Log }, work: () => Promise<boolean>): SoleRunner {
  let current: Promise<void> | null = null
  let again = false

  async function runOut() {
    try {
      do again = false
      while ((await work()) || again)
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
