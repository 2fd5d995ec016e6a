import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import { shareOf } from '~/platform/share.server'
import { crowdedPage } from '../pages/plain-pages'

export type Turns = {
  places: number
  mostWaiting: number
  /** As long as nobody has waited longer, everyone comes in their order. */
  patienceMs: number
}

/**
 * Whoever is in need and whoever comes have places of their own, which nothing else in the house takes and neither takes
 * from the other. With more places each waits longer for a line to the database, and nobody is answered sooner. They are
 * for those who show something of ours; whoever shows nothing is answered among the others, wherever they ask.
 */
export const turns = {
  /** Of those in need, and as many again of those who come. */
  alarm: { places: 24, mostWaiting: 2_000, patienceMs: 3_000 },
  other: { places: 64, mostWaiting: 2_000, patienceMs: 3_000 },
  /** Of the 24. A person presses once at a time; who asks for more waits behind themselves. */
  own: { places: 4, mostWaiting: 50, patienceMs: 3_000 },
} as const satisfies Record<string, Turns>

/** The places are as many as there are lines to the database, which several processes have between them. */
export function turnsOf(config: Pick<Config, 'webProcesses'>, whose: keyof typeof turns): Turns {
  const { places, ...rest } = turns[whose]
  return { ...rest, places: shareOf(config, places, 2) }
}

type Waiting = { since: number; call(turn: 'in' | 'away'): void }

/**
 * Lets in so many requests at a time, in their order, and when the oldest has waited too long the newest first. When
 * more come than can be answered, those who have waited longest have given up and ask again; a queue would only ever
 * answer people who have left. What was sent has been taken in before it waits (take-in.ts), and is carried out even if
 * the line breaks meanwhile. When more wait than there may, the oldest is sent away: each that waits holds a line open, and a process
 * without lines sends no SMS either.
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
      // Nobody reads this.
      else c.res = c.body(null, 408)
    } finally {
      const called = nextOne()
      if (called) called.call('in')
      else free++
    }
  }
}

/**
 * The same, for each by themselves: so many places of the shared ones as one sender may hold, who otherwise waits behind
 * their own. `nameOf` is null for those who are not held to it.
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

/** Only a real line can have been left. */
function hasLeft(c: Context<{ Bindings: Partial<HttpBindings> }>): boolean {
  return c.env?.outgoing?.destroyed === true
}
