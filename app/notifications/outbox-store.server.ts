import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Mail } from '~/platform/mail/mail.server'
import { claimSeconds, type OutboxState } from './outbox'

export async function insertMail(db: Database, kind: string, mail: Mail) {
  await db
    .insertInto('outbox_messages')
    .values({
      channel: 'mail',
      kind,
      recipient: mail.recipient,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
    })
    .execute()
}

export type ClaimedMail = Mail & { id: string; kind: string; attempts: number }

/** Takes what is due, so that no other process takes it too; a claim lapses if we die. */
export async function claimDueMail(db: Database, now: Date, limit: number): Promise<ClaimedMail[]> {
  const due = db
    .selectFrom('outbox_messages')
    .select('id')
    .where('state', '=', 'queued')
    // The database wrote the moment of a new message by its own clock, which may be ahead of ours.
    .where('next_attempt_at', '<=', sql<Date>`greatest(${now}::timestamptz, clock_timestamp())`)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('outbox_messages')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: new Date(now.getTime() + claimSeconds * 1000),
    })
    .where('id', 'in', due)
    .returning(['id', 'kind', 'attempts', 'recipient', 'subject', 'body_text as text', 'body_html as html'])
    .execute()
}

export async function markSent(db: Database, id: string, now: Date) {
  await db
    .updateTable('outbox_messages')
    .set({ state: 'sent', sent_at: now, last_error: null })
    .where('id', '=', id)
    .execute()
}

export async function forgetBody(db: Database, id: string, instead: string) {
  await db.updateTable('outbox_messages').set({ body_text: instead, body_html: instead }).where('id', '=', id).execute()
}

export async function markRetry(db: Database, id: string, reason: string, next: Date) {
  await db
    .updateTable('outbox_messages')
    .set({ last_error: reason, next_attempt_at: next })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(db: Database, id: string, reason: string) {
  await db.updateTable('outbox_messages').set({ state: 'failed', last_error: reason }).where('id', '=', id).execute()
}

export type OutboxRow = {
  id: string
  kind: string
  recipient: string
  subject: string
  body_text: string
  state: OutboxState
  last_error: string | null
  created_at: Date
}

/** Newest first, from just before `before`: ids are made in order of time. */
export async function readOutbox(db: Database, before: string | null, limit: number): Promise<OutboxRow[]> {
  let rows = db
    .selectFrom('outbox_messages')
    .select(['id', 'kind', 'recipient', 'subject', 'body_text', 'state', 'last_error', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
  if (before) rows = rows.where('id', '<', before)
  return (await rows.execute()) as OutboxRow[]
}

/** Every message to one address, oldest first. */
export async function readMailTo(db: Database, recipient: string) {
  return db
    .selectFrom('outbox_messages')
    .select(['subject', 'body_text', 'state', 'created_at', 'sent_at'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

/** What was said to an address since then, sent or not. */
export async function deleteMailTo(db: Database, recipient: string, since: Date) {
  await db.deleteFrom('outbox_messages').where('recipient', '=', recipient).where('created_at', '>=', since).execute()
}
