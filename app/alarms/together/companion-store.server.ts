import { type RawBuilder, sql } from 'kysely'
import { companyName, companyOwnerName } from '~/companies/public.server'
import { guardIsHere, guardName } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Partner } from '../alarm'

type Person = Pick<Partner, 'companyId' | 'guardId'>

/** The colleague is coming, over rows of `companion`; not if they have left their company since. */
const isComing = sql<boolean>`companion.left_at is null
  and (companion.guard_id is null or ${guardIsHere('companion.guard_id')})`

/** Whether this person comes too, for queries over `safety_alarms`. */
export const comesToo = (companyId: RawBuilder<string>, guardId: RawBuilder<string | null>) => sql<boolean>`exists (
  select from alarm_companions as companion
  where companion.alarm_id = safety_alarms.id and companion.company_id = ${companyId}
    and companion.guard_id is not distinct from ${guardId} and ${isComing})`

/**
 * The owner's first name. An account without a name of a person's own (companies sign up with the company's name alone)
 * is 'Ägaren': whoever has an alarm is a person, and colleagues would read that their own company has it.
 */
export const ownerFirstName = (companyId: string) =>
  sql<string>`coalesce(split_part(${companyOwnerName(companyId)}, ' ', 1), 'Ägaren')`

/**
 * A partner person's first name, over a row that names the company and the guard, or the company alone for its owner.
 */
export const firstName = (companyId: string, guardId: string) => sql<string | null>`
  case when ${sql.ref(guardId)} is not null then split_part(${guardName(guardId)}, ' ', 1)
    when ${sql.ref(companyId)} is not null then ${ownerFirstName(companyId)} end`

/**
 * What the member and others read of a colleague: the first name, or the company's where there is none. Not 'Ägaren',
 * which by itself would not tell a frightened person whose.
 */
const calledBy = (companyId: string, guardId: string) => sql<string | null>`coalesce(split_part(
  case when ${sql.ref(guardId)} is not null then ${guardName(guardId)} else ${companyOwnerName(companyId)} end, ' ', 1),
  ${companyName(companyId)})`

/** Names of those who come too, in the order they said so; for queries over `safety_alarms`. */
export const companions = sql<string[]>`coalesce((
  select array_agg(${calledBy('companion.company_id', 'companion.guard_id')} order by companion.since)
  from alarm_companions as companion where companion.alarm_id = safety_alarms.id and ${isComing}), '{}')`

export async function readIsComing(db: Database, alarmId: string, { companyId, guardId }: Person): Promise<boolean> {
  const coming = await readCompanions(db, alarmId)
  return coming.some((each) => each.companyId === companyId && each.guardId === guardId)
}

/** All colleagues who come with the taker. */
export async function readCompanions(db: Database, alarmId: string): Promise<Person[]> {
  return db
    .selectFrom('alarm_companions as companion')
    .select(['company_id as companyId', 'guard_id as guardId'])
    .where('alarm_id', '=', alarmId)
    .where(isComing)
    .orderBy('since')
    .execute()
}

type Taken = { id: string; takenAt: Date | null }

/** False if they had said so since the alarm was taken: each taker is told once of each colleague. */
export async function insertCompanion(
  db: Database,
  { id, takenAt }: Taken,
  { companyId, guardId }: Person,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into alarm_companions (alarm_id, company_id, guard_id, since)
    values (${id}, ${companyId}, ${guardId}, ${now})
    on conflict (alarm_id, company_id, guard_id) do update set since = excluded.since, left_at = null
    returning old.alarm_id is null or old.since < ${takenAt}::timestamptz as "isNew"`.execute(db)
  return rows[0]?.isNew ?? false
}

/** They do not come any more: one person, or all of them when the alarm is given back to everybody. */
export async function endCompanions(db: Database, alarmId: string, now: Date, only?: Person) {
  let coming = db
    .updateTable('alarm_companions')
    .set({ left_at: now })
    .where('alarm_id', '=', alarmId)
    .where('left_at', 'is', null)
  if (only) {
    coming = coming.where('company_id', '=', only.companyId).where('guard_id', 'is not distinct from', only.guardId)
  }
  await coming.execute()
}
