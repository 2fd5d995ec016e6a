import { type RawBuilder, sql } from 'kysely'
import { personMayAct, readMayAct } from '~/accounts/public.server'
import { areasAround, dispatchable, hasArea, hasAreaBeside } from '~/companies/public.server'
import { isGuardOf } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Actor, Part } from '../alarm'
import type { Alarm } from '../history/alarm-store.server'
import { comesToo, readIsComing } from '../together/companion-store.server'

const postcode = sql`safety_alarms.postcode`
/** The alarm's postcode is one of the company's areas, for queries over `companies` and `safety_alarms`. */
const isOfArea = () => hasArea(postcode)

/**
 * Whether an alarm is any business of a company's: one that may be called today, with the alarm's postcode or, once
 * it was widened, one beside it among its areas. For queries over `companies` and `safety_alarms`; asked by every door, each
 * time it is opened, and before each message.
 */
export function reaches(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${dispatchable(now)} and (${isOfArea()}
    or (safety_alarms.widened_at is not null and ${hasAreaBeside(postcode)})))`
}

/** Lets the index of postcodes find what `reaches` would otherwise look through everything for. */
export const nearCompany = (companyId: string) => sql<boolean>`safety_alarms.postcode = any(${areasAround(companyId)})`

/** What kind of view of an alarm somebody has. Two with the same see the very same words. */
export type Sight = 'own' | 'admin' | PartnerSight
/** As a guard, or the owner of a guard company, sees one. */
export const partnerSights = ['taker', 'companion', 'colleague', 'partner', 'neighbour'] as const
export type PartnerSight = (typeof partnerSights)[number]

/** How a person of a company sees an alarm that reaches it, for queries over both: a guard, or null for the owner. */
export const sightOf = (guard: RawBuilder<string | null>) => sql<PartnerSight>`case
  when safety_alarms.taken_by_company = companies.id then case
    when safety_alarms.taken_by_guard is not distinct from ${guard} then 'taker'
    when ${comesToo(sql.ref('companies.id'), guard)} then 'companion'
    else 'colleague' end
  when ${isOfArea()} then 'partner'
  else 'neighbour' end`

/** Whether those who have an alarm still may: for queries over the same, without a company where an operator has it. */
export function mayKeep(now: Date): RawBuilder<boolean> {
  return sql<boolean>`case when safety_alarms.taken_by_operator is not null
    then ${personMayAct('safety_alarms.taken_by_operator', 'admin')}
    else coalesce((${reaches(now)}) and (safety_alarms.taken_by_guard is null or exists (
      select from guards where guards.id = safety_alarms.taken_by_guard and guards.removed_at is null)), false) end`
}

/** Who somebody is to an alarm at this moment; null when it is none of their business. */
export async function readPart(db: Database, alarm: Alarm, actor: Actor, now: Date): Promise<Part | null> {
  if (actor.kind === 'system') return 'system'
  if (actor.kind === 'member') return alarm.reportedBy === actor.personId ? 'reporter' : null
  if (actor.kind === 'operator') {
    if (!(await readMayAct(db, actor.personId, 'admin'))) return null
    return alarm.takenByOperator === actor.personId ? 'taker' : 'operator'
  }
  if (!(await reachesCompany(db, alarm.id, actor.companyId, now))) return null
  if (actor.guardId && !(await isGuardOf(db, actor.guardId, actor.companyId))) return null
  if (alarm.takenByCompany !== actor.companyId) return 'partner'
  if (alarm.takenByGuard === actor.guardId) return 'taker'
  return (await readIsComing(db, alarm.id, actor)) ? 'companion' : 'colleague'
}

async function reachesCompany(db: Database, alarmId: string, companyId: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('companies')
    .innerJoin('safety_alarms', (join) => join.on('safety_alarms.id', '=', alarmId))
    .select('companies.id')
    .where('companies.id', '=', companyId)
    .where(reaches(now))
    .executeTakeFirst()
  return found !== undefined
}
