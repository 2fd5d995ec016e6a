import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { openStates } from '../../alarm'
import type { OpenWalk } from './going-on'

/** The member's open alarms: at most one alarm and one test. Uses the partial index over open alarms. */
export const readOpenAlarmIds = builtOnce('own open alarms', (db: Database, personId: string) =>
  db
    .selectFrom('safety_alarms')
    .select('id')
    .where('reported_by', '=', personId)
    .where('status', 'in', [...openStates]),
)

/** The member's walk home in progress, of which there is at most one. */
export async function readOpenWalk(db: Database, memberId: string): Promise<OpenWalk | null> {
  const [walk] = await askOpenWalk(db, memberId)
  return walk ?? null
}

const askOpenWalk = builtOnce('own open walk', (db: Database, memberId: string) =>
  db
    .selectFrom('walks')
    .select(['id', 'state', 'home_at as homeAt', 'due_at as dueAt'])
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null),
)
