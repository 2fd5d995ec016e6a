import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * How many alarms have a hole in their history: no press that they began with, or an end that nobody made. The press and its line are
 * written by one statement, and so are an end and its line in one transaction.
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
