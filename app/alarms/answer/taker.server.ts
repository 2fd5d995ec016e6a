import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/** "Söderort Trygghet (Ali)", for queries over `safety_alarms`; null while nobody has it. */
export const takerName = sql<string | null>`
  case
    when safety_alarms.taken_by_operator is not null then 'Jouren'
    else safety_alarms.taker_company_name || coalesce(
      (select ' (' || split_part(guards.name, ' ', 1) || ')' from guards where guards.id = safety_alarms.taken_by_guard), '')
  end`

export async function readTakerName(db: Database, alarmId: string): Promise<string | null> {
  const row = await db
    .selectFrom('safety_alarms')
    .select(takerName.as('name'))
    .where('id', '=', alarmId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** As it is called now; an alarm keeps the name that the member was told. */
export async function readCompanyName(db: Database, companyId: string): Promise<string | null> {
  const row = await db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst()
  return row?.name ?? null
}
