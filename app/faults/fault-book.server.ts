import { createHash } from 'node:crypto'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { describeFault, type Fault, type FaultBook } from '~/platform/faults/faults.server'
import type { Log } from '~/platform/log.server'
import { inTime } from '~/platform/time-limit'
import { commonTo, groupOf, mostRequests } from './fault'
import { type Noted, writeFaults } from './fault-store.server'

type Pace = { gatherMs: number; againMs: number; patienceMs: number }
const usual: Pace = { gatherMs: 1_000, againMs: 5_000, patienceMs: 5_000 }
/** The most groups kept in memory until they are written. Anything beyond that is only in the log. */
const mostWaiting = 100

/**
 * Collects errors in memory and writes them to the database a moment later, in the background: no request waits for the
 * write or fails because of it. While the database is unreachable they stay in memory, in bounded space however long
 * that lasts.
 */
export function openFaultBook(db: () => Database, clock: Clock, log: Pick<Log, 'warn'>, pace = usual): FaultBook {
  let waiting = new Map<string, Noted>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | null = null
  let isClosed = false

  function add(one: Noted) {
    const known = waiting.get(one.mark)
    if (!known && waiting.size >= mostWaiting) return
    const { count, firstAt, requests } = known ?? { count: 0, firstAt: one.firstAt, requests: [] }
    waiting.set(one.mark, {
      ...one,
      count: count + one.count,
      firstAt: firstAt < one.firstAt ? firstAt : one.firstAt,
      requests: [...one.requests, ...requests].slice(0, mostRequests),
    })
  }

  function writeAfter(ms: number) {
    if (timer || writing || isClosed || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      let pauseMs = pace.gatherMs
      writing = write()
        .catch(() => {
          pauseMs = pace.againMs
        })
        .finally(() => {
          writing = null
          writeAfter(pauseMs)
        })
    }, ms).unref()
  }

  /**
   * After a time-out it is unknown whether the batch was written, so it is written again: an error may count twice but
   * is not lost.
   */
  async function write() {
    const batch = waiting
    waiting = new Map()
    try {
      await inTime(writeFaults(db(), [...batch.values()]), pace.patienceMs)
    } catch (error) {
      const newer = waiting
      waiting = batch
      for (const one of newer.values()) add(one)
      log.warn({ code: (error as { code?: string }).code }, 'what broke could not be written down yet; the log has it')
      throw error
    }
  }

  return {
    note(fault) {
      if (isClosed) return
      add(notedOf(fault, clock.now()))
      writeAfter(pace.gatherMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await writing
      if (waiting.size > 0) await write().catch(() => {})
    },
  }
}

function notedOf({ error, place, requestId }: Fault, now: Date): Noted {
  const group = groupOf(describeFault(error), place)
  const mark = createHash('sha256').update(commonTo(group)).digest('hex')
  return { ...group, mark, count: 1, firstAt: now, lastAt: now, requests: requestId === null ? [] : [requestId] }
}
