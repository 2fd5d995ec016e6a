import { sql } from 'kysely'
import { companyName } from '~/companies/public.server'
import { guardName } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import { firstName, ownerFirstName } from '../together/companion-store.server'
import { type Line, whoHadIt } from './former/former-takers'

/** The taker at a company: a person by first name, or the company's own system by the name of its API key. */
const ofTheCompany = sql<string | null>`coalesce(safety_alarms.taken_by_system,
  ${firstName('safety_alarms.taken_by_company', 'safety_alarms.taken_by_guard')})`

/** "Ali", as colleagues read it; for queries over `safety_alarms`. Null while nobody has it. */
export const takerFirstName = sql<string | null>`
  case
    when safety_alarms.taken_by_operator is not null then 'Jouren'
    else coalesce(${ofTheCompany}, safety_alarms.taker_company_name)
  end`

/** "Söderort Trygghet (Ali)"; for queries over `safety_alarms`. Null while nobody has it. */
export const takerName = sql<string | null>`
  case
    when safety_alarms.taken_by_operator is not null then 'Jouren'
    else safety_alarms.taker_company_name || coalesce(' (' || ${ofTheCompany} || ')', '')
  end`

/** The taker's name as everybody reads it, and as colleagues do. */
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

/** The same form as `takerName`, but from a history entry. The history holds no name of a company's system. */
const formerName = sql<string | null>`case when entry.actor_kind = 'operator' then 'Jouren'
  else ${companyName('entry.actor_id')} || coalesce(' (' ||
    case when entry.facts -> 'key' is not null then null
      when entry.guard_id is not null then split_part(${guardName('entry.guard_id')}, ' ', 1)
      else ${ownerFirstName('entry.actor_id')} end || ')', '') end`

/** History entries about takers, for queries over `safety_alarms`. Empty if no taker has lost the alarm. */
export const linesOfTakers = sql<Line[]>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', kind, 'at', at, 'name', ${formerName},
    'who', concat_ws(' ', actor_kind, actor_id, guard_id)) order by entry.id)
  from alarm_timeline as entry where alarm_id = safety_alarms.id and kind in (${sql.join([...whoHadIt].map((kind) => sql.lit(kind)))})
    and first_taken_at is not null
    -- Skips a hand-back written by the action that closed the alarm: it calls nobody again, and the taker stays recorded.
    and not (kind in ('handed_back', 'released') and taken_at is not null and at = closed_at)), '[]')`

/** The same, but empty while the alarm is open: its page then shows the current state. */
export const linesOfTakersAtEnd = sql<Line[]>`case when closed_at is null then '[]' else ${linesOfTakers} end`
