import type { Log } from '~/platform/log.server'
import { namesOf } from '~/shared/chosen'

/** A stop ends so long after its notice, whatever hangs: what is not over is as after a crash, which everything here survives. */
const limitMs = 15_000

type Stop = {
  /** How long visitors are taken after it was asked for. */
  noticeMs: number
  log: Pick<Log, 'error'>
  /** Everything in order; resolves with whether all of it ended well. */
  stop(): Promise<boolean>
  /** For the last moment, where nothing can be awaited. */
  killNow?(): void
}

const signals = { SIGINT: 130, SIGTERM: 143 } as const

const endNow = (signal: keyof typeof signals) => process.exit(signals[signal])

/** While it starts there is nothing to finish. By itself a signal would end the process without its 'exit', by which the database is told. */
export function endOnSignal() {
  for (const signal of namesOf(signals)) process.on(signal, endNow)
}

/** Once, however often it is asked for. */
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
