import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { openStates } from '../alarm'
import { nearCompany, reaches, sightOf } from '../answer/part.server'

const lastPress = sql<string | null>`(select id from alarm_updates
  where alarm_id = safety_alarms.id and kind = 'press' order by id desc limit 1)`

/** A system acts for its company as the owner does, without a guard id. */
const noGuard = sql<string | null>`null::uuid`

/**
 * Alarms as a company's own system, outside our control, may see them: id, postcode, progress and times; no words,
 * names, numbers or positions. For those a person uses the page, where each look is recorded.
 */
function selectForSystems(db: Database, companyIds: readonly string[], now: Date) {
  return db
    .selectFrom('safety_alarms')
    .innerJoin('companies', (join) => join.on('companies.id', 'in', companyIds))
    .select(['companies.id as companyId', 'safety_alarms.id', 'safety_alarms.postcode', 'is_test as isTest', 'urgency'])
    .select(['safety_alarms.created_at as createdAt', 'taken_at as takenAt', 'on_site_at as onSiteAt'])
    .select(['safe_at as safeAt', 'closed_at as closedAt'])
    .select(['status as state', lastPress.as('lastPress'), sightOf(noGuard).as('sight')])
    .where(reaches(now))
}

export type SystemAlarm = Awaited<ReturnType<typeof readAlarmsForSystems>>[number]

/** Those of the alarms that reach any of these companies now, once per company with its sight. */
export async function readAlarmsForSystems(
  db: Database,
  alarmIds: readonly string[],
  companyIds: readonly string[],
  now: Date,
) {
  if (alarmIds.length === 0 || companyIds.length === 0) return []
  const rows = await selectForSystems(db, companyIds, now).where('safety_alarms.id', 'in', alarmIds).execute()
  return rows.map(seen)
}

/** Every open alarm that reaches a company now, oldest first. */
export async function readOpenAlarmsForSystem(db: Database, companyId: string, now: Date): Promise<SystemAlarm[]> {
  const rows = await selectForSystems(db, [companyId], now)
    .where(nearCompany(companyId))
    .where('status', 'in', [...openStates])
    .orderBy('safety_alarms.id')
    .execute()
  return rows.map(seen)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectForSystems>['executeTakeFirstOrThrow']>>

const seen = ({ sight, ...alarm }: Row) => ({
  ...alarm,
  isMine: sight === 'taker',
  isNeighbours: sight === 'neighbour',
})
