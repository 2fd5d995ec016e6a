import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'

type Turns = {
  atOnce: number
  mostWaiting: number
  patienceMs: number
}

/** Too many passwords are being hashed; it is worth asking again in a moment. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

/**
 * Passwords are hashed a few at a time: each hash is made to be dear, and as many at once as somebody sends would keep
 * the processors, and the threads that files and names are read with, from whoever raises an alarm. What cannot be done
 * within half a minute ends as `TooBusy` rather than being left to wait.
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
      // The place goes on to the next, so that nobody comes in between.
      if (next) {
        waiting.delete(next)
        next()
      } else busy--
    }
  }
}

/**
 * Node has four threads for this and for files; one processor stays free where there are two. Of several processes on a port
 * each hashes one: there are fewer of them than processors.
 */
export const inHashTurn = hashTurns({
  atOnce: cluster.isWorker ? 1 : Math.max(1, Math.min(3, availableParallelism() - 1)),
  mostWaiting: 100,
  patienceMs: 30_000,
})
