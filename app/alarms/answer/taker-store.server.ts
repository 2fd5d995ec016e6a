import { sql } from 'kysely'
import { companyName, companyOwnerName } from '~/companies/public.server'
import { guardName } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import { firstName } from '../together/companion-store.server'
import { type Line, whoHadIt } from './former/former-takers'

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

/** As `takerName` says it of whoever has it; a history holds no name of a company's own system. */
const formerName = sql<string | null>`case when entry.actor_kind = 'operator' then 'Jouren'
  else ${companyName('entry.actor_id')} || coalesce(' (' || split_part(
    case when entry.facts -> 'key' is not null then null
      when entry.guard_id is not null then ${guardName('entry.guard_id')}
      else ${companyOwnerName('entry.actor_id')} end, ' ', 1) || ')', '') end`

/** Who had it, for queries over `safety_alarms`; empty where nobody who had it has lost it. */
export const linesOfTakers = sql<Line[]>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', kind, 'at', at, 'name', ${formerName},
    'who', concat_ws(' ', actor_kind, actor_id, guard_id)) order by entry.id)
  from alarm_timeline as entry where alarm_id = safety_alarms.id and kind in (${sql.join([...whoHadIt].map((kind) => sql.lit(kind)))})
    and first_taken_at is not null
    -- Handed back by the deed that ended it, it was nobody's anew: whoever had it stays written on it.
    and not (kind in ('handed_back', 'released') and taken_at is not null and at = closed_at)), '[]')`

/** The same once it is over; while it is open its page says how it stands. */
export const linesOfTakersAtEnd = sql<Line[]>`case when closed_at is null then '[]' else ${linesOfTakers} end`
