import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * Counts alarms with a gap in their history: no 'raised' entry, or closed without an entry that closed it. Must be 0:
 * each is written in one statement or transaction with its entry.
 */
export async function countBrokenHistories(db: Database): Promise<number> {
  const { rows } = await sql<{ broken: number }>`
    select count(*)::int as broken from safety_alarms as alarm
    where not exists (select from alarm_timeline where alarm_id = alarm.id and kind = 'raised')
      or (closed_at is not null and not exists (
        select from alarm_timeline
        where alarm_id = alarm.id and kind in ('resolved', 'false_alarm', 'cancelled', 'test_ended')))`.execute(db)
  return rows[0]?.broken ?? 0
}
