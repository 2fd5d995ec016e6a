import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Channel } from '~/shared/channel'

/** What should have left already, by its way out, and for how long the oldest has. */
export type Waiting = { channel: Channel; count: number; oldestS: number }

/** Of what waits alone, by its own index: not what is put off until the morning, and nothing that has left. */
export async function readOverdue(db: Database, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select channel, count(*)::int as count,
      extract(epoch from ${now} - min(next_attempt_at))::float8 as "oldestS"
    from outbox_messages where state = 'queued' and next_attempt_at <= ${now} group by channel`.execute(db)
  return rows
}
