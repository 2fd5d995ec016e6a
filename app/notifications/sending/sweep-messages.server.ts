import { readAdminIds } from '~/accounts/public.server'
import { keptDays } from '~/outbox/public'
import { clearLeftSecrets, deleteOldest, deleteOldReports, readKinds } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { notifyPerson } from '../notify.server'
import { deleteOldReplies } from '../replies/inbound-store.server'

const day = 24 * 3_600_000
/** Retention of replies and delivery reports. */
const repliesDays = 90
/** How long the demo's outbox page can show secrets. */
const demoSecretDays = 1
/** Small batches, so that senders do not wait for locks. The rest is left for the next hour. */
const batch = 500
const mostBatches = 20

/** Chore: deletes messages whose retention has passed. */
export async function sweepMessages(house: House): Promise<void> {
  const { db, clock } = house
  const before = (days: number) => new Date(clock.now().getTime() - days * day)
  await deleteOldReplies(db, before(repliesDays))
  await deleteOldReports(db, before(repliesDays))
  for (const kind of await readKinds(db)) {
    for (let round = 0; round < mostBatches; round++) {
      if ((await deleteOldest(db, kind, before(keptDays(kind)), batch)) < batch) break
    }
  }
  await eraseLeftSecrets(house, before(demoSecretDays))
}

/**
 * Erases secrets of messages that are no longer queued. A secret is normally erased by the statement that settles its
 * message, so a remaining one is a fault: administrators are notified, since somebody may have read it.
 */
async function eraseLeftSecrets(house: House, demoBefore: Date) {
  const isDemo = house.config.mode === 'demo'
  await house.db.transaction().execute(async (db) => {
    const left = await clearLeftSecrets(db, isDemo ? demoBefore : house.clock.now())
    if (left === 0 || isDemo) return
    house.log.error({ left }, 'messages that were sent still had their secrets')
    for (const admin of await readAdminIds(db)) {
      await notifyPerson(db, admin, {
        kind: 'operations secret left',
        subject: 'Hemliga länkar låg kvar i utkorgen',
        letter: {
          greeting: 'Hej,',
          paragraphs: [
            `${left} meddelanden som redan var skickade hade kvar sin hemliga länk eller kod, förseglad. Den är borttagen nu.`,
            'Det ska inte kunna hända. Säg till den som sköter driften, så att den letar upp varför.',
          ],
        },
        push: {
          title: 'Hemliga länkar låg kvar',
          body: 'De är borttagna nu. Se mejlet.',
          path: '/dashboard/admin/outbox',
        },
      })
    }
  })
  house.wake('messages')
}
