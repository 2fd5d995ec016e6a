import type pg from 'pg'
import { inTime } from '../time-limit'
import { hangUp, Line, type Lines } from './lines.server'

/** How often somebody looks who the primary is; more often while that is not known. */
const calmMs = 1_000
const troubledMs = 250
/** A look that has not come back by then is a sign of trouble; after the second time it is given up. */
const lateMs = 400
const longestMs = 1_500

/**
 * Dials the database again and again. Where another primary has taken over, the first line that reaches it breaks off the old
 * ones (lines.server.ts), on which nobody may ever say anything more. No look waits for the one before it: that one may be waiting for a
 * machine that stands still.
 */
export function watchPrimary(login: pg.ClientConfig, lines: Lines): { stop(): void } {
  let lastAt = 0
  let isWell = true
  /** When the first look began that found nobody. */
  let awaySince = 0
  const under = new Map<Line, number>()

  async function look() {
    const line = new Line({ ...login, lines, application_name: 'kvartera watches' })
    const began = performance.now()
    under.set(line, began)
    try {
      await dial(line, lines, longestMs)
      if (!isWell) lines.answeredAgain(awaySince)
      isWell = true
      void line.end().catch(() => {})
    } catch {
      if (isWell) awaySince = began
      isWell = false
    } finally {
      under.delete(line)
    }
  }

  const timer = setInterval(() => {
    const now = performance.now()
    const isLate = [...under.values()].some((began) => now - began > lateMs)
    if (now - lastAt < (isWell && !isLate ? calmMs : troubledMs)) return
    lastAt = now
    void look()
  }, troubledMs / 2)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      for (const line of under.keys()) hangUp(line)
    },
  }
}

/** Open, and found to lead to the primary, by then; or cut, as nobody would look after it. */
export async function dial(line: Line, lines: Lines, longestMs: number): Promise<Line> {
  try {
    await inTime(
      line.connect().then(() => lines.admit(line)),
      longestMs,
    )
    return line
  } catch (error) {
    hangUp(line)
    throw error
  }
}
