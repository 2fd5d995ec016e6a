import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'

/** Far more than any alarm; what is larger stays on the line until its turn comes. */
const largestTakenIn = 64_000

/**
 * Lets in so many requests at a time, and of those that wait the newest first. When more come than can be answered,
 * those who have waited longest have given up and ask again; a queue would only ever answer people who have left. What
 * is sent is taken in before it waits, and is carried out even if the line breaks meanwhile.
 */
export function newestFirst(places: number): MiddlewareHandler {
  let free = places
  const waiting: (() => void)[] = []

  return async (c, next) => {
    const isTakenIn = free === 0 && (await takeIn(c))
    if (free > 0) free--
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      if (isTakenIn || !hasLeft(c)) await next()
      // Nobody reads this.
      else c.res = c.body(null, 408)
    } finally {
      const newest = waiting.pop()
      if (newest) newest()
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
