import { sql } from 'kysely'
import { guardName } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'

/** "Söderort Trygghet (Ali)", for queries over `safety_alarms`; null while nobody has it. */
export const takerName = sql<string | null>`
  case
    when safety_alarms.taken_by_operator is not null then 'Jouren'
    else safety_alarms.taker_company_name || coalesce(
      ' (' || split_part(${guardName('safety_alarms.taken_by_guard')}, ' ', 1) || ')', '')
  end`

export async function readTakerName(db: Database, alarmId: string): Promise<string | null> {
  const row = await db
    .selectFrom('safety_alarms')
    .select(takerName.as('name'))
    .where('id', '=', alarmId)
    .executeTakeFirst()
  return row?.name ?? null
}
