import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import { shareOf } from '~/platform/share.server'
import { crowdedPage } from '../pages/plain-pages'

export type Turns = {
  places: number
  mostWaiting: number
  /** While the oldest waiter has waited less than this, the order is first in, first out. */
  patienceMs: number
}

/**
 * Concurrency limits. Those in need and those who respond have separate pools of places, which no other request takes.
 * More places would not answer anybody sooner, since each would wait longer for a database connection. Only senders
 * with a valid session, link or key use them; unknown senders queue with the others, whatever they ask for.
 */
export const turns = {
  /** For those in need; as many again for those who respond. */
  alarm: { places: 24, mostWaiting: 2_000, patienceMs: 3_000 },
  other: { places: 64, mostWaiting: 2_000, patienceMs: 3_000 },
  /** Share of the 24 that one sender may hold. Further requests of that sender wait behind their own. */
  own: { places: 4, mostWaiting: 50, patienceMs: 3_000 },
} as const satisfies Record<string, Turns>

/**
 * Divides the places among the web processes, since they match the number of database connections, which the processes
 * share.
 */
export function turnsOf(config: Pick<Config, 'webProcesses'>, whose: keyof typeof turns): Turns {
  const { places, ...rest } = turns[whose]
  return { ...rest, places: shareOf(config, places, 2) }
}

type Waiting = { since: number; call(turn: 'in' | 'away'): void }

/**
 * Limits concurrent requests. FIFO while nobody has waited longer than `patienceMs`, then LIFO: under overload those
 * who have waited longest have given up and retried, so a FIFO queue would only answer people who have left. A body has
 * been read before its request waits (take-in.ts), and is carried out even if the connection breaks meanwhile. When the
 * queue is full the oldest waiter is sent away: each one holds a connection, and a process without file descriptors
 * sends no SMS either.
 */
export function newestFirst({ places, mostWaiting, patienceMs }: Turns): MiddlewareHandler {
  let free = places
  const waiting: Waiting[] = []
  const nextOne = () => {
    const oldest = waiting[0]
    return oldest && performance.now() - oldest.since >= patienceMs ? waiting.pop() : waiting.shift()
  }

  return async (c, next) => {
    const isTakenIn = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    if (free > 0) free--
    else {
      if (waiting.length >= mostWaiting) waiting.shift()?.call('away')
      const since = performance.now()
      const turn = await new Promise<'in' | 'away'>((call) => waiting.push({ since, call }))
      if (turn === 'away') return c.html(crowdedPage(), 503)
    }
    try {
      if (isTakenIn || !hasLeft(c)) await next()
      // The client has left: nobody reads this answer.
      else c.res = c.body(null, 408)
    } finally {
      const called = nextOne()
      if (called) called.call('in')
      else free++
    }
  }
}

/**
 * A limit per sender on top of the shared one: how many places one sender may hold at a time. `nameOf` returns null for
 * senders that are exempt.
 */
export function newestFirstOfEach(turns: Turns, nameOf: (c: Context) => string | null): MiddlewareHandler {
  const senders = new Map<string, { turn: MiddlewareHandler; inside: number }>()
  return async (c, next) => {
    const name = nameOf(c)
    if (name === null) return next()
    const own = senders.get(name) ?? { turn: newestFirst(turns), inside: 0 }
    senders.set(name, own)
    own.inside++
    try {
      return await own.turn(c, next)
    } finally {
      if (--own.inside === 0) senders.delete(name)
    }
  }
}

/** Whether the client has disconnected. Without a real socket, as in tests, it has not. */
function hasLeft(c: Context<{ Bindings: Partial<HttpBindings> }>): boolean {
  return c.env?.outgoing?.destroyed === true
}
