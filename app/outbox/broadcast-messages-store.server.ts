import type { Database } from '~/platform/database/database.server'
import type { Purpose } from './consent'
import { urgencies } from './outbox'
import { countParts } from './sms-parts'

/** The outbox's part of a broadcast: a message to each, behind everything that somebody waits for. */

type ToMany = {
  broadcastId: string
  /** The consent without which it is not sent. */
  purpose: Purpose
  text: string
  people: { personId: string; phone: string }[]
}

/** A number that has it already, from another in the household or from before a crash, is passed over. */
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
 * What waits does not go. Rows that a sender holds just then are left for the next time: waiting for them while
 * holding the broadcast's counters could lock the two up in each other.
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
