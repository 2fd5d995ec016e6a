import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { crowdedPage } from './plain-pages'

export type Turns = {
  places: number
  mostWaiting: number
  /** As long as nobody has waited longer, everyone comes in their order. */
  patienceMs: number
}

type Waiting = { since: number; call(turn: 'in' | 'away'): void }

/** Far more than any alarm; what is larger stays on the line until its turn comes. */
const largestTakenIn = 64_000

/**
 * Lets in so many requests at a time, in their order, and when the oldest has waited too long the newest first. When
 * more come than can be answered, those who have waited longest have given up and ask again; a queue would only ever
 * answer people who have left. What is sent is taken in before it waits, and is carried out even if the line breaks
 * meanwhile. When more wait than there may, the oldest is sent away: each that waits holds a line open, and a process
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
    const isTakenIn = free === 0 && (await takeIn(c))
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

async function takeIn(c: Context): Promise<boolean> {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length === 0 || length > largestTakenIn) return false
  const { url, method, headers } = c.req.raw
  c.req.raw = new Request(url, { method, headers, body: await c.req.raw.arrayBuffer() })
  return true
}

/** Only a real line can have been left. */
function hasLeft(c: Context<{ Bindings: Partial<HttpBindings> }>): boolean {
  return c.env?.outgoing?.destroyed === true
}
