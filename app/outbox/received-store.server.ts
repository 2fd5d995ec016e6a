import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'

/**
 * The outbox as the recipient reads it. A question to somebody whom a member has named belongs to the member, to be
 * deleted with their account, but was not sent to them.
 */
export const toSomebodyElse = 'circle question'

export type ReceivedRow = Awaited<ReturnType<typeof readReceived>>[number]

/** Newest first, before the id `before` (keyset pagination). Whether a message has a secret follows from its kind. */
export async function readReceived(db: Database, personId: string, before: string | null, limit: number) {
  let rows = db
    .selectFrom('outbox_messages')
    .select(['id', 'channel', 'kind', 'subject', 'body_text as text', 'path', 'state', 'created_at as writtenAt'])
    .where('person_id', '=', personId)
    .where('kind', '<>', toSomebodyElse)
    .orderBy('id', 'desc')
    .limit(limit)
  if (before) rows = rows.where('id', '<', before)
  return rows.execute()
}

/**
 * The number of messages to a person after the id `after`, counted to at most `most`. One notice sent by several
 * channels counts once.
 */
export async function countReceived(db: Database, personId: string, after: string | null, most: number) {
  const [row] = await askCount(db, personId, after, most)
  return row?.count ?? 0
}

/** Sentinel below every message id, so that the index scan has a lower bound when nothing has been read yet. */
const beforeAll = sql.lit('00000000-0000-0000-0000-000000000000')

const askCount = builtOnce(
  'count received',
  (_: Database, personId: string, after: string | null, most: number) => sql<{ count: number }>`
    select count(*)::integer as count from (
      select from outbox_messages
      where person_id = ${personId} and id > coalesce(${after}::uuid, ${beforeAll}) and kind <> ${sql.lit(toSomebodyElse)}
      group by kind, created_at limit ${most}
    ) as told`,
)
