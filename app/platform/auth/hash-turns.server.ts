import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'

type Turns = {
  atOnce: number
  mostWaiting: number
  patienceMs: number
}

/** Too many passwords are being hashed. The request can be retried in a moment. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

/**
 * A concurrency limit for password hashing. Each hash is expensive by design: without the limit, a flood of logins
 * would take the processors, and the libuv threads that also serve files and DNS, from whoever raises an alarm. Rejects
 * with `TooBusy` when the queue is full or after waiting `patienceMs`.
 */
export function hashTurns({ atOnce, mostWaiting, patienceMs }: Turns) {
  let busy = 0
  const waiting = new Set<() => void>()

  const turn = () =>
    new Promise<void>((begin, giveUp) => {
      if (busy < atOnce) {
        busy++
        begin()
        return
      }
      const tooMany = () => giveUp(new TooBusy())
      if (waiting.size >= mostWaiting) {
        tooMany()
        return
      }
      const timer = setTimeout(() => {
        waiting.delete(called)
        tooMany()
      }, patienceMs)
      const called = () => {
        clearTimeout(timer)
        begin()
      }
      waiting.add(called)
    })

  return async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    await turn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      // Hand the slot directly to the next waiter (`busy` stays the same), so that no newcomer overtakes it.
      if (next) {
        waiting.delete(next)
        next()
      } else busy--
    }
  }
}

/**
 * Node's four libuv threads are shared by hashing and files; one processor stays free where there are at least two. In
 * a cluster each worker hashes one at a time, as there are fewer workers than processors.
 */
export const inHashTurn = hashTurns({
  atOnce: cluster.isWorker ? 1 : Math.max(1, Math.min(3, availableParallelism() - 1)),
  mostWaiting: 100,
  patienceMs: 30_000,
})
