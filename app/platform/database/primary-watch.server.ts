import type pg from 'pg'
import { inTime } from '../time-limit'
import { hangUp, Line, type Lines } from './lines.server'

/** How often to check who the primary is; more often while that is unknown. */
const calmMs = 1_000
const troubledMs = 250
/** After `lateMs` without an answer a check counts as trouble; after `longestMs` it is abandoned. */
const lateMs = 400
const longestMs = 1_500

/**
 * Detects a failover by opening a new connection to the database again and again. The first connection that reaches a
 * new primary destroys those to the old one (lines.server.ts), which may stay silent for ever. Checks overlap: none
 * waits for the one before, which may be connected to a frozen machine.
 */
export function watchPrimary(login: pg.ClientConfig, lines: Lines): { stop(): void } {
  let lastAt = 0
  let isWell = true
  /** When the first failed check of the current outage began. */
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

/**
 * Connects, and verifies within `longestMs` that the connection leads to the primary. On failure the connection is
 * destroyed, since nobody else would close it.
 */
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
