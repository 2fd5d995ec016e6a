import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/**
 * Consistency check: members whose events do not form a chain, where each event starts from the status before it and
 * the last one is the present status.
 */
export async function readUnexplained(db: Database): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    with steps as (
      select member_id, from_status, to_status,
        lag(to_status) over (partition by member_id order by id) as before,
        lead(id) over (partition by member_id order by id) is null as is_last,
        lag(id) over (partition by member_id order by id) is null as is_first
      from member_events
    )
    select distinct member_id as "memberId" from steps join profiles on profiles.id = member_id
    where (is_first and from_status is not null)
      or (not is_first and from_status is distinct from before)
      or (is_last and to_status is distinct from member_status)`.execute(db)
  return rows.map(({ memberId }) => memberId)
}
