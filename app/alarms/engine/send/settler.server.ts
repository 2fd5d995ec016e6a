import { setTimeout as pause } from 'node:timers/promises'
import { isDataFault } from '~/platform/database/errors.server'
import { inHalves } from '~/platform/database/in-halves'
import type { House } from '~/platform/house.server'
import { announceSent } from '../../history/alarm-store.server'
import { type Settled, settleDeliveries } from '../delivery-store.server'

type Waiting = { settled: Settled; written: () => void }

export type Settler = {
  /** Resolves when the outcome is committed. Until then the delivery stays claimed, so that it is not sent twice. */
  write(settled: Settled): Promise<void>
  stop(): Promise<void>
}

const mostAtOnce = 200
/** Pause between retries while the database is away. There is no limit: the outcome of a send must be written. */
const retryMs = 250
/** Announcements to pages (how many a message has reached) are merged over this interval. */
const announceEveryMs = 50

/** Writes the outcomes of deliveries, in batches when many arrive together. */
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

  /** Fallback without texts: that the message went out must not be lost; its wording and the provider's id may be. */
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
      // The delivery stays `sending`, which the auditor reports. If it were released, it would be sent again and again.
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
      // Best effort: after a lost announcement, a page catches up within half a minute.
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
