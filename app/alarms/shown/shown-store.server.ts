import type { Database } from '~/platform/database/database.server'
import type { AlarmTimes, PublicFigures } from './response-figures'

/** The times of a postcode's alarms since a given day. */
export async function readAlarmTimes(db: Database, postcode: string, since: string): Promise<AlarmTimes[]> {
  return db
    .selectFrom('alarm_times')
    .select(['day', 'is_test as isTest', 'is_slip as isSlip'])
    .select((row) => [
      row.cast<number | null>('delivered_ms', 'float8').as('deliveredMs'),
      row.cast<number | null>('taken_ms', 'float8').as('takenMs'),
      row.cast<number | null>('on_site_ms', 'float8').as('onSiteMs'),
    ])
    .where('postcode', '=', postcode)
    .where('day', '>=', since)
    .execute()
}

export async function savePublicFigures(db: Database, postcode: string, figures: PublicFigures, now: Date) {
  const row = { counted_at: now, figures: JSON.stringify(figures) }
  await db
    .insertInto('public_figures')
    .values({ postcode, ...row })
    .onConflict((conflict) => conflict.column('postcode').doUpdateSet(row))
    .execute()
}

export async function readPublicFigures(db: Database, postcode: string) {
  const row = await db
    .selectFrom('public_figures')
    .select('counted_at as countedAt')
    .select((of) => of.ref('figures').$castTo<PublicFigures>().as('figures'))
    .where('postcode', '=', postcode)
    .executeTakeFirst()
  return row ?? null
}
