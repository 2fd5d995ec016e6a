import type { Database } from '~/platform/database/database.server'

/** Webhook events of the card provider, each stored once, with their outcome. */

export type EventOutcome = 'ignored' | 'noted' | 'booked' | 'booked before' | 'mismatch' | 'paid twice' | 'given back'

export type EventRow = { id: string; type: string; objectId: string; happenedAt: Date }

/**
 * Idempotent by event id: false if it was stored before. Of concurrent deliveries the first inserts, and the others
 * wait for its transaction.
 */
export async function insertEvent(db: Database, event: EventRow, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('card_events')
    .values({
      id: event.id,
      type: event.type,
      object_id: event.objectId,
      happened_at: event.happenedAt,
      received_at: now,
      outcome: 'ignored',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateEvent(db: Database, id: string, outcome: EventOutcome, note: string | null) {
  await db.updateTable('card_events').set({ outcome, note }).where('id', '=', id).execute()
}

export async function wasHeard(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('card_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Card payments that did not fit and that nobody has marked as seen, latest first. */
export async function readEventsToSee(db: Database, limit: number) {
  return db
    .selectFrom('card_events')
    .select(['id', 'type', 'object_id as objectId', 'received_at as receivedAt', 'outcome', 'note'])
    .where('outcome', 'in', ['mismatch', 'paid twice', 'given back'])
    .where('seen_at', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()
}

/** False if there is no such event, or it is marked as seen already. */
export async function markEventSeen(db: Database, id: string, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('card_events')
    .set({ seen_at: now, seen_by: by })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
