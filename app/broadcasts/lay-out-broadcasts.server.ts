import { layOutMessages, stopBroadcastMessages } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { smsText } from './broadcast'
import * as store from './broadcast-store.server'

/** Recipients queued in one transaction, together with the position reached. */
const batch = 200
/** The most messages queued ahead: enough that sending never runs dry, few enough that a stop cancels nearly all. */
const mostWaiting = 400

type Ports = Pick<House, 'db' | 'clock' | 'live' | 'wake'>

/** Queues the next messages of one running broadcast; returns how many. Runs as a system job. */
export async function layOutBroadcasts({ db, clock, live, wake }: Ports): Promise<number> {
  // A partner that is no longer called in the postcode must not send to it either.
  const silenced = await store.stopThoseOfUncalled(db, clock.now())
  return oneRun(async (run) => {
    const laid: Laid[] = []
    await run.through(async (turn) => {
      // One a call: then what was queued is sent, while the next process takes the next.
      const one = laid.length > 0 ? null : await db.transaction().execute((trx) => layOutOne(trx, turn))
      if (one) laid.push(one)
      return one !== null
    })
    const count = laid[0]?.count ?? 0
    if (count > 0) wake('sms')

    // Cancels messages left queued by a process that died while stopping, or that a sender had locked.
    for (const id of await store.readStoppedWaiting(db)) await stopBroadcastMessages(db, id)
    const finished = await store.finishBroadcasts(db, clock.now())
    for (const { companyId } of [...laid, ...silenced, ...finished]) {
      live.tell({ to: ['admin', ...(companyId ? [`company:${companyId}` as const] : [])], about: 'messages' })
    }
    return count
  })
}

type Laid = { companyId: string | null; count: number }

async function layOutOne(db: Database, turn: Turn): Promise<Laid | null> {
  const broadcast = await store.takeRunning(db, mostWaiting, turn.setAside)
  if (!broadcast) return null
  const { id, purpose, postcode, reachedTo, companyId } = broadcast
  turn.claimed(id)
  const people = await store.readRecipients(db, { purpose, postcode, after: reachedTo, limit: batch })
  await layOutMessages(db, {
    broadcastId: id,
    purpose,
    text: smsText(broadcast),
    people: people.map(({ id, phone }) => ({ personId: id, phone })),
  })
  await store.updateReached(db, id, people.at(-1)?.id ?? null, people.length < batch)
  return { companyId, count: people.length }
}
