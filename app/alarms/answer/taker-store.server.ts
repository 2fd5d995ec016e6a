import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { firstName } from '../together/companion-store.server'

/** Whoever of a company has it: a person by first name, or a system of theirs by its key's. */
const ofTheCompany = sql<string | null>`coalesce(safety_alarms.taken_by_system,
  ${firstName('safety_alarms.taken_by_company', 'safety_alarms.taken_by_guard')})`

/** "Ali", as colleagues read it, for queries over `safety_alarms`; null while nobody has it. */
export const takerFirstName = sql<string | null>`
  case
    when safety_alarms.taken_by_operator is not null then 'Jouren'
    else coalesce(${ofTheCompany}, safety_alarms.taker_company_name)
  end`

/** "Söderort Trygghet (Ali)", for queries over `safety_alarms`; null while nobody has it. */
export const takerName = sql<string | null>`
  case
    when safety_alarms.taken_by_operator is not null then 'Jouren'
    else safety_alarms.taker_company_name || coalesce(' (' || ${ofTheCompany} || ')', '')
  end`

/** What whoever has an alarm is called: to everybody, and among colleagues. */
export type TakerNames = { name: string; firstName: string }

/** Null while nobody has it. */
export async function readTakerNames(db: Database, alarmId: string): Promise<TakerNames | null> {
  const row = await db
    .selectFrom('safety_alarms')
    .select([takerName.as('name'), takerFirstName.as('firstName')])
    .where('id', '=', alarmId)
    .executeTakeFirst()
  return row?.name ? { name: row.name, firstName: row.firstName ?? row.name } : null
}
