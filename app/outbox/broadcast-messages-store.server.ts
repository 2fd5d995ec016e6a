import type { Database } from '~/platform/database/database.server'
import type { Purpose } from './consent'
import { urgencies } from './outbox'
import { countParts } from './sms-parts'

/** The outbox rows of a broadcast: one message for each recipient, queued behind every more urgent message. */

type ToMany = {
  broadcastId: string
  /** The consent that the recipient must have given; checked again when the message is sent. */
  purpose: Purpose
  text: string
  people: { personId: string; phone: string }[]
}

/**
 * Queues one SMS for each number. A number that already has a row (household member, rerun after a crash) is skipped.
 */
export async function layOutMessages(db: Database, { broadcastId, purpose, text, people }: ToMany) {
  if (people.length === 0) return
  const parts = countParts(text)
  const rows = people.map(({ personId, phone }) => ({
    channel: 'sms' as const,
    kind: purpose === 'safety_sms' ? 'broadcast safety' : 'broadcast offer',
    recipient: phone,
    subject: purpose === 'safety_sms' ? 'Trygghets-SMS' : 'SMS med erbjudande',
    body_text: text,
    parts,
    person_id: personId,
    quiet: true,
    urgency: urgencies.many,
    broadcast_id: broadcastId,
    purpose,
  }))
  await db
    .insertInto('outbox_messages')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['broadcast_id', 'recipient']).where('broadcast_id', 'is not', null).doNothing(),
    )
    .execute()
}

/**
 * Stops the messages of a broadcast that are still queued. Rows that a sender has locked are skipped and left for the
 * next call: waiting for them while holding the lock on the broadcast's counters could deadlock.
 */
export async function stopBroadcastMessages(db: Database, broadcastId: string) {
  await db.transaction().execute(async (db) => {
    const waiting = await db
      .selectFrom('outbox_messages')
      .select('id')
      .where('broadcast_id', '=', broadcastId)
      .where('state', '=', 'queued')
      .forUpdate()
      .skipLocked()
      .execute()
    if (waiting.length === 0) return
    await db
      .updateTable('outbox_messages')
      .set({ state: 'stopped' })
      .where(
        'id',
        'in',
        waiting.map(({ id }) => id),
      )
      .execute()
  })
}
