import type { Log } from '~/platform/log.server'
import { namesOf } from '~/shared/chosen'

/**
 * Time limit of a stop after its notice. If something hangs, the process ends as in a crash, which everything survives.
 */
const limitMs = 15_000

type Stop = {
  /** How long visitors are still served after the stop was asked for. */
  noticeMs: number
  log: Pick<Log, 'error'>
  /** Stops everything in order; resolves with whether all of it ended well. */
  stop(): Promise<boolean>
  /** For the last moment, where nothing can be awaited. */
  killNow?(): void
}

const signals = { SIGINT: 130, SIGTERM: 143 } as const

const endNow = (signal: keyof typeof signals) => process.exit(signals[signal])

/**
 * During the start there is nothing to finish. Calls process.exit, since a signal's default action would skip the
 * 'exit' handlers that stop the database.
 */
export function endOnSignal() {
  for (const signal of namesOf(signals)) process.on(signal, endNow)
}

/** Stops once, however many signals arrive. */
export function stopOnSignal({ noticeMs, log, stop, killNow }: Stop) {
  let stopping = false
  const begin = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      log.error({}, 'the stop took too long; the process ends all the same')
      killNow?.()
      process.exit(1)
    }, noticeMs + limitMs).unref()
    process.exit((await stop()) ? 0 : 1)
  }
  for (const signal of namesOf(signals)) process.off(signal, endNow).on(signal, begin)
}
