import { layOutMessages, stopBroadcastMessages } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { smsText } from './broadcast'
import * as store from './broadcast-store.server'

/** Recipients at a time, in one transaction with how far we came. */
const batch = 200
/** So far ahead of the sending that it never waits, and so little that a stop stops nearly everything. */
const mostWaiting = 400

type Ports = Pick<House, 'db' | 'clock' | 'live' | 'wake'>

/** Lays the next recipients of one broadcast in the outbox; returns how many. Runs as the product itself. */
export async function layOutBroadcasts({ db, clock, live, wake }: Ports): Promise<number> {
  // A partner that is not called there any more does not speak there either.
  const silenced = await store.stopThoseOfUncalled(db, clock.now())
  const laid = await db.transaction().execute(async (db) => {
    const broadcast = await store.takeRunning(db, mostWaiting)
    if (!broadcast) return null
    const { id, purpose, postcode, reachedTo, companyId } = broadcast
    const people = await store.readRecipients(db, { purpose, postcode, after: reachedTo, limit: batch })
    await layOutMessages(db, {
      broadcastId: id,
      purpose,
      text: smsText(broadcast),
      people: people.map(({ id, phone }) => ({ personId: id, phone })),
    })
    await store.updateReached(db, id, people.at(-1)?.id ?? null, people.length < batch)
    return { companyId, count: people.length }
  })
  if (laid && laid.count > 0) wake('sms')

  // What a process that died at it has left behind, or a sender held just then.
  for (const id of await store.readStoppedWaiting(db)) await stopBroadcastMessages(db, id)
  const finished = await store.finishBroadcasts(db, clock.now())
  for (const { companyId } of [...(laid ? [laid] : []), ...silenced, ...finished]) {
    live.tell({ to: ['admin', ...(companyId ? [`company:${companyId}` as const] : [])], about: 'messages' })
  }
  return laid?.count ?? 0
}
