import { type FaultBook, tellOfFault } from '../faults/faults.server'
import type { Log } from '../log.server'
import { soleRunner } from './sole-runner.server'

/** Does a batch of the waiting work and returns its size. */
export type Task = () => Promise<number>

export type WorkLoop<Work extends string> = { wake(work: Work): void; stop(): Promise<void> }

/**
 * Runs background tasks, each with its own sole runner: at once when woken, and every `sweepMs` anyway, since a wake-up
 * can be lost and a process that holds a lease can die.
 */
export function startWork<Work extends string>(
  ports: () => { log: Log; faults: FaultBook },
  tasks: Record<Work, Task>,
  sweepMs: number,
): WorkLoop<Work> {
  let stopped = false
  const inTurn = Object.keys(tasks) as Work[]
  const runners = new Map(
    inTurn.map((name) => [
      name,
      // A non-empty batch means that there may be more.
      soleRunner(ports, { name, work: async () => !stopped && (await carryOut(name)) > 0 && !stopped }),
    ]),
  )
  /** Tells administrators of a failure. Otherwise only the log knew of an item that each run sets aside (one-run.ts). */
  async function carryOut(name: Work): Promise<number> {
    try {
      return await tasks[name]()
    } catch (error) {
      tellOfFault(ports().faults, { error, place: name, requestId: null })
      throw error
    }
  }
  const wake = (work: Work) => void runners.get(work)?.run()

  // The tasks' sweeps are spread over `sweepMs`: all at once they would delay an alarm that arrives just then.
  let turn = 0
  const timer = setInterval(() => {
    const next = inTurn[turn++ % inTurn.length]
    if (next) wake(next)
  }, sweepMs / inTurn.length)

  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all([...runners.values()].map((runner) => runner.idle()))
    },
  }
}
