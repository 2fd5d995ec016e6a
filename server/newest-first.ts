import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { crowdedPage } from './plain-pages'

export type Turns = { places: number; mostWaiting: number }

/** Far more than any alarm; what is larger stays on the line until its turn comes. */
const largestTakenIn = 64_000

/**
 * Lets in so many requests at a time, and of those that wait the newest first. When more come than can be answered,
 * those who have waited longest have given up and ask again; a queue would only ever answer people who have left. What
 * is sent is taken in before it waits, and is carried out even if the line breaks meanwhile. When more wait than there
 * may, the oldest is sent away: each that waits holds a line open, and a process without lines sends no SMS either.
 */
export function newestFirst({ places, mostWaiting }: Turns): MiddlewareHandler {
  let free = places
  const waiting: ((turn: 'in' | 'away') => void)[] = []

  return async (c, next) => {
    const isTakenIn = free === 0 && (await takeIn(c))
    if (free > 0) free--
    else {
      if (waiting.length >= mostWaiting) waiting.shift()?.('away')
      const turn = await new Promise<'in' | 'away'>((called) => waiting.push(called))
      if (turn === 'away') return c.html(crowdedPage(), 503)
    }
    try {
      if (isTakenIn || !hasLeft(c)) await next()
      // Nobody reads this.
      else c.res = c.body(null, 408)
    } finally {
      const newest = waiting.pop()
      if (newest) newest('in')
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
