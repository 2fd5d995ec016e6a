import { setTimeout as pause } from 'node:timers/promises'
import { isDataFault } from '~/platform/database/errors.server'
import { inHalves } from '~/platform/database/in-halves'
import type { House } from '~/platform/house.server'
import { announceSent } from '../../history/alarm-store.server'
import { type Settled, settleDeliveries } from '../delivery-store.server'

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
      try {
        await inHalves(waiting.slice(0, mostAtOnce), { work: write, isOnesFault: isDataFault, alone: writeBare })
      } catch (error) {
        ports().log.error({ code: (error as { code?: string }).code }, 'what was sent could not be written down yet')
        if (stopped) return
        await pause(retryMs)
      }
    }
  }

  async function write(batch: readonly Waiting[]) {
    const { db, clock } = ports()
    const alarms = await settleDeliveries(
      db,
      batch.map(({ settled }) => settled),
      clock.now(),
    )
    leaveOut(batch)
    for (const { written } of batch) written()
    for (const id of alarms) changed.add(id)
    announceSoon()
  }

  /** That it went out must be known; what was said, and what somebody answered to it, need not. */
  async function writeBare(one: Waiting, error: unknown) {
    const { id } = one.settled
    const { code } = error as { code?: string }
    ports().log.error(
      { deliveryId: id, code },
      'a message could not be kept as it was sent; it is kept without its words',
    )
    try {
      await write([{ ...one, settled: { ...one.settled, reason: null, providerId: null, words: null } }])
    } catch (error) {
      if (!isDataFault(error)) throw error
      // It goes on counting as being sent, which the auditor tells of: sent again and again it would be worse.
      ports().log.error({ deliveryId: id }, 'what became of a message could not be written down at all')
    }
    leaveOut([one])
  }

  function leaveOut(done: readonly Waiting[]) {
    const out = new Set(done.map(({ settled }) => settled.id))
    waiting = waiting.filter(({ settled }) => !out.has(settled.id))
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
        waiting.push({ settled, written })
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
