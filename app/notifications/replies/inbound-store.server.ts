import type { Database } from '~/platform/database/database.server'

export type TakenAs = 'stop' | 'alarm' | 'other'
export type NewReply = { providerId: string; sender: string; text: string; takenAs: TakenAs; receivedAt: Date }

/** False if it is already stored: the provider's webhooks are at-least-once. */
export async function insertReply(db: Database, reply: NewReply): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sms_received')
    .values({
      provider_id: reply.providerId,
      sender: reply.sender.slice(0, 40),
      text: reply.text.slice(0, 2000),
      taken_as: reply.takenAs,
      received_at: reply.receivedAt,
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Marks a reply as belonging to an alarm. */
export async function markAlarmReply(db: Database, providerId: string) {
  await db
    .updateTable('sms_received')
    .set({ taken_as: 'alarm' satisfies TakenAs })
    .where('provider_id', '=', providerId)
    .execute()
}

export async function readReplies(db: Database, before: string | null, limit: number) {
  let rows = db
    .selectFrom('sms_received')
    .select(['id', 'sender', 'text', 'taken_as as takenAs', 'received_at as receivedAt'])
    .orderBy('id', 'desc')
    .limit(limit)
  if (before) rows = rows.where('id', '<', before)
  return rows.execute()
}

export async function readRepliesFrom(db: Database, sender: string) {
  return db
    .selectFrom('sms_received')
    .select(['text', 'received_at as receivedAt'])
    .where('sender', '=', sender)
    .orderBy('id')
    .execute()
}

export async function deleteRepliesFrom(db: Database, sender: string) {
  await db.deleteFrom('sms_received').where('sender', '=', sender).execute()
}

/** Replies are read within days, so old ones are deleted. */
export async function deleteOldReplies(db: Database, before: Date) {
  await db.deleteFrom('sms_received').where('received_at', '<', before).execute()
}
