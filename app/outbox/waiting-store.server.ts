import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Channel } from '~/shared/channel'

/** The overdue messages of a channel, and how many seconds the oldest is late. */
export type Waiting = { channel: Channel; count: number; oldestS: number }

/**
 * Counts queued messages that are due, by a partial index. Messages put off until morning (quiet hours) are not due
 * yet.
 */
export async function readOverdue(db: Database, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select channel, count(*)::int as count,
      extract(epoch from ${now} - min(next_attempt_at))::float8 as "oldestS"
    from outbox_messages where state = 'queued' and next_attempt_at <= ${now} group by channel`.execute(db)
  return rows
}
