import { setTimeout as pause } from 'node:timers/promises'
import type { House } from '~/platform/house.server'
import { announceSent } from './alarm-store.server'
import { type Settled, settleDeliveries } from './delivery-store.server'

type Waiting = { settled: Settled; written: () => void }

export type Settler = {
  /** Fulfilled when it is on disk; until then the delivery counts as being sent, so that it is not sent again. */
  write(settled: Settled): Promise<void>
  stop(): Promise<void>
}

const mostAtOnce = 200
/** While the database is away. What was sent must be written down, however long that takes. */
const retryMs = 250
/** Pages show how many a message has reached; one word for many is enough. */
const announceEveryMs = 50

/** Writes down what became of deliveries, many at a time when many come at a time. */
export function openSettler(ports: () => Pick<House, 'db' | 'clock' | 'log'>): Settler {
  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null
  let stopped = false
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce)
      try {
        const { db, clock } = ports()
        const alarms = await settleDeliveries(
          db,
          batch.map(({ settled }) => settled),
          clock.now(),
        )
        for (const id of alarms) changed.add(id)
        announceSoon()
      } catch (error) {
        ports().log.error({ code: (error as { code?: string }).code }, 'what was sent could not be written down yet')
        if (stopped) return
        await pause(retryMs)
        continue
      }
      waiting = waiting.slice(batch.length)
      for (const { written } of batch) written()
    }
  }

  function announceSoon() {
    timer ??= setTimeout(() => {
      timer = undefined
      const ids = [...changed]
      changed.clear()
      // A word that is lost costs a page half a minute.
      announceSent(ports().db, ids).catch(() => {})
    }, announceEveryMs)
  }

  return {
    write(settled) {
      return new Promise((written) => {
        waiting.push({ settled: storable(settled), written })
        writing ??= writeAll().finally(() => {
          writing = null
        })
      })
    },
    async stop() {
      stopped = true
      await writing
      clearTimeout(timer)
    },
  }
}

/** A provider may answer anything. PostgreSQL takes no zero character, and one bad answer would hold up the whole batch. */
function storable(settled: Settled): Settled {
  const clean = (text: string | null) => text?.replaceAll('\0', '') ?? null
  const { reason, providerId, words } = settled
  return { ...settled, reason: clean(reason), providerId: clean(providerId), words: clean(words) }
}
