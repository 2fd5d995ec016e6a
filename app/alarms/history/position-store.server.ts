import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { inOpenStates } from '../in-words.server'
import type { Position } from '../raise/press'

/** A phone's position does not count once the member has said that help is needed somewhere else ('Annan plats'). */
const positionLeads = sql<boolean>`(safety_alarms.place is distinct from 'elsewhere')`

/** For queries over alarms: age and accuracy of the last position, and whether there is one. */
export const lastFix = sql<{ at: string; accuracyM: number | null } | null>`(
  select jsonb_build_object('at', created_at, 'accuracyM', accuracy_m)
  from alarm_positions where alarm_id = safety_alarms.id and ${positionLeads} order by id desc limit 1)`
export const hasPosition = sql<boolean>`(${positionLeads}
  and exists (select from alarm_positions where alarm_id = safety_alarms.id))`

export async function readLatestPosition(db: Database, alarmId: string) {
  const row = await db
    .selectFrom('alarm_positions')
    .innerJoin('safety_alarms', 'safety_alarms.id', 'alarm_id')
    .select(['latitude', 'longitude', 'accuracy_m as accuracyM', 'alarm_positions.created_at as createdAt'])
    .select((row) => row('blurred_at', 'is not', null).$castTo<boolean>().as('isBlurred'))
    .where('alarm_id', '=', alarmId)
    .where(positionLeads)
    .orderBy('alarm_positions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Rate limit of stored positions; the page sends at this interval (use-position-sending.ts). */
const leastBetweenPositions = sql`interval '5 seconds'`

/** Stores the phone's position while this alarm of theirs is open, and tells open pages. False if there is none. */
export async function insertFollowedPosition(
  db: Database,
  personId: string,
  alarmId: string,
  { latitude, longitude, accuracyM }: Position,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with alarm as (
      select id, postcode, is_test from safety_alarms
      where id = ${alarmId} and reported_by = ${personId} and not is_test and status ${inOpenStates} and ${positionLeads}
    ), added as (
      insert into alarm_positions (alarm_id, latitude, longitude, accuracy_m, created_at)
      select id, ${latitude}, ${longitude}, ${accuracyM}, ${now} from alarm
      where not exists (select from alarm_positions
        where alarm_id = alarm.id and created_at > ${now}::timestamptz - ${leastBetweenPositions})
      returning alarm_id
    )
    select id, case when exists (select from added) then pg_notify('alarms',
      json_build_object('alarm', id, 'postcode', postcode, 'test', is_test, 'what', 'position')::text) end
    from alarm`.execute(db)
  return rows.length > 0
}

/** About one kilometre: the part of town, not the door. */
const decimals = 2

/** Rounds the positions from before that time, irreversibly. Returns how many. */
export async function blurPositions(db: Database, before: Date, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_positions')
    .set({
      latitude: sql<number>`round(latitude::numeric, ${sql.lit(decimals)})`,
      longitude: sql<number>`round(longitude::numeric, ${sql.lit(decimals)})`,
      accuracy_m: null,
      blurred_at: now,
    })
    .where('blurred_at', 'is', null)
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
