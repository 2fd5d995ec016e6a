import type { Database } from '~/platform/database/database.server'
import type { InboxPart, MessageState } from './inbox'

const columns = [
  'id',
  'name',
  'email',
  'interest',
  'message',
  'state',
  'assigned_to as assignedTo',
  'created_at as writtenAt',
] as const

type Asked = { part: InboxPart; adminId: string; before: string | null; limit: number }

/** Newest first, by keyset pagination: ids are ordered by time. */
export async function readInbox(db: Database, { part, adminId, before, limit }: Asked) {
  let rows = db.selectFrom('contact_messages').select(columns).orderBy('id', 'desc').limit(limit)
  if (part === 'obesvarade') rows = rows.where('state', '=', 'new')
  if (part === 'mina') rows = rows.where('assigned_to', '=', adminId).where('state', '<>', 'closed')
  if (before) rows = rows.where('id', '<', before)
  return rows.execute()
}

export async function readMessage(db: Database, id: string) {
  return db.selectFrom('contact_messages').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Locks the question until the end of the transaction, so that administrators who answer at once take turns. */
export async function lockMessage(db: Database, id: string) {
  return db.selectFrom('contact_messages').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function readAnswers(db: Database, messageId: string) {
  return db
    .selectFrom('contact_answers')
    .select(['id', 'answer', 'answered_by as answeredBy', 'answered_at as answeredAt'])
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()
}

type NewAnswer = { key: string; messageId: string; answer: string; by: string; at: Date }

/** False when this form has been sent before (its key exists). */
export async function insertAnswer(db: Database, { key, messageId, answer, by, at }: NewAnswer): Promise<boolean> {
  const row = await db
    .insertInto('contact_answers')
    .values({ key, message_id: messageId, answer, answered_by: by, answered_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** `settled_at`: when the question was last answered or closed; null while it waits. */
export async function updateMessage(
  db: Database,
  id: string,
  change: { state: MessageState; settled_at: Date | null; assigned_to?: string } | { assigned_to: string },
) {
  await db.updateTable('contact_messages').set(change).where('id', '=', id).execute()
}

/** Deletes questions that were settled before then; their answers go with them. */
export async function deleteSettledBefore(db: Database, then: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('contact_messages').where('settled_at', '<', then).executeTakeFirst()
  return Number(numDeletedRows)
}
