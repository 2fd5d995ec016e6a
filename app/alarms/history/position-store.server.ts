import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

export async function readLatestPosition(db: Database, alarmId: string) {
  const row = await db
    .selectFrom('alarm_positions')
    .select(['latitude', 'longitude', 'accuracy_m as accuracyM', 'created_at as createdAt'])
    .select((row) => row('blurred_at', 'is not', null).$castTo<boolean>().as('isBlurred'))
    .where('alarm_id', '=', alarmId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** About a kilometre: which part of town, and no longer which door. */
const decimals = 2

/** Takes the exactness out of positions from before that moment, for good; returns how many. */
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
