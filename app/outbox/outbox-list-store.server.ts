import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import type { Channel } from '~/shared/channel'
import type { OutboxState } from './outbox'

/** The outbox as an administrator reads it. */

const columns = [
  'id',
  'channel',
  'kind',
  'recipient',
  'subject',
  'body_text',
  'state',
  'last_error',
  'created_at',
] as const

export type OutboxRow = {
  id: string
  channel: Channel
  kind: string
  recipient: string
  subject: string
  body_text: string
  state: OutboxState
  last_error: string | null
  created_at: Date
}

type Asked = {
  recipient?: string | null
  channel?: Channel | null
  state?: OutboxState | null
  kind?: string
  oldestFirst?: boolean
}

/**
 * Newest first unless asked otherwise. Keyset pagination: starts after the id `before`, since ids are ordered by time
 * (UUIDv7).
 */
export async function readOutbox(
  db: Database,
  before: string | null,
  limit: number,
  { recipient, channel, state, kind, oldestFirst = false }: Asked = {},
): Promise<OutboxRow[]> {
  let rows = db.selectFrom('outbox_messages').select(columns).limit(limit)
  if (recipient) rows = rows.where('recipient', '=', recipient)
  if (channel) rows = rows.where('channel', '=', channel)
  if (state) rows = rows.where('state', '=', state)
  if (kind) rows = rows.where('kind', '=', kind)
  return inOrder(rows, { table: 'outbox_messages', down: !oldestFirst, before }).execute()
}

/** One message with all its columns. */
export async function readMessage(db: Database, id: string) {
  const row = await db
    .selectFrom('outbox_messages')
    .select(columns)
    .select([
      'body_html',
      'secret',
      'path',
      'attempts',
      'next_attempt_at',
      'sent_at',
      'delivered_at',
      'parts',
      'cost',
      'quiet',
    ])
    .select(['provider_id as providerId', 'broadcast_id as broadcastId', 'person_id as personId'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row
}

/** All kinds that occur, for the search form. A loose index scan (recursive CTE) instead of reading the table. */
export async function readKinds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    with recursive kinds as (
      (select kind from outbox_messages order by kind limit 1)
      union all
      select (select m.kind from outbox_messages m where m.kind > kinds.kind order by m.kind limit 1)
      from kinds where kinds.kind is not null
    )
    select kind from kinds where kind is not null limit 200`.execute(db)
  return rows.map(({ kind }) => kind)
}

/** Locks a message row, so that it is neither claimed nor settled meanwhile. Returns its state. */
export async function lockMessageState(db: Database, id: string): Promise<OutboxState | undefined> {
  const row = await db.selectFrom('outbox_messages').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.state
}

/**
 * Makes a queued message due at once. A message under a live claim is left to its sender, or it would be sent twice.
 */
export async function hurryMessage(db: Database, id: string, now: Date) {
  await db
    .updateTable('outbox_messages')
    .set({ next_attempt_at: now, attempts: 0, quiet: false })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<=', now)]))
    .execute()
}

/** A copy of the message that is still queued. */
export async function readWaitingCopy(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select copy.id from outbox_messages as copy join outbox_messages as first on first.id = ${id}
    where copy.id > first.id and copy.state = 'queued' and copy.recipient = first.recipient and copy.channel = first.channel
      and copy.kind = first.kind and copy.body_text = first.body_text
    limit 1`.execute(db)
  return rows[0]?.id
}

/** Queues the same text to the same recipient again, as a new message. */
export async function copyMessage(db: Database, id: string): Promise<string> {
  const again = [
    'channel',
    'kind',
    'recipient',
    'subject',
    'body_text',
    'body_html',
    'path',
    'person_id',
    'parts',
  ] as const
  const { id: copy } = await db
    .insertInto('outbox_messages')
    .columns([...again])
    .expression(
      db
        .selectFrom('outbox_messages')
        .select([...again])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return copy
}
