import { type RawBuilder, sql } from 'kysely'
import { personMayAct, readMayAct } from '~/accounts/public.server'
import { areasAround, dispatchable, hasArea, hasAreaBeside } from '~/companies/public.server'
import { isGuardOf } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Actor, Part } from '../alarm'
import type { Alarm } from '../history/alarm-store.server'
import { comesToo, readIsComing } from '../together/companion-store.server'

const postcode = sql`safety_alarms.postcode`
/** The alarm's postcode is one of the company's areas; for queries over `companies` and `safety_alarms`. */
const isOfArea = () => hasArea(postcode)

/**
 * Whether a company may see an alarm: it may be called today, and has the alarm's postcode among its areas or, once the
 * alarm is widened, a postcode beside it. For queries over `companies` and `safety_alarms`; checked on every access,
 * and before each message.
 */
export function reaches(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${dispatchable(now)} and (${isOfArea()}
    or (safety_alarms.widened_at is not null and ${hasAreaBeside(postcode)})))`
}

/** A precondition implied by `reaches` that can use the index on postcode; without it the query is a full scan. */
export const nearCompany = (companyId: string) => sql<boolean>`safety_alarms.postcode = any(${areasAround(companyId)})`

/** The kind of view somebody has of an alarm. Two people with the same sight see exactly the same. */
export type Sight = 'own' | 'admin' | PartnerSight
/** The sights of a guard, or of a guard company's owner. */
export const partnerSights = ['taker', 'companion', 'colleague', 'partner', 'neighbour'] as const
export type PartnerSight = (typeof partnerSights)[number]

/** The sight of a person at a company that an alarm reaches; for queries over both. `guard` is null for the owner. */
export const sightOf = (guard: RawBuilder<string | null>) => sql<PartnerSight>`case
  when safety_alarms.taken_by_company = companies.id then case
    when safety_alarms.taken_by_guard is not distinct from ${guard} then 'taker'
    when ${comesToo(sql.ref('companies.id'), guard)} then 'companion'
    else 'colleague' end
  when ${isOfArea()} then 'partner'
  else 'neighbour' end`

/**
 * Whether the taker may still have the alarm; for the same queries. There is no company if the taker is an operator.
 */
export function mayKeep(now: Date): RawBuilder<boolean> {
  return sql<boolean>`case when safety_alarms.taken_by_operator is not null
    then ${personMayAct('safety_alarms.taken_by_operator', 'admin')}
    else coalesce((${reaches(now)}) and (safety_alarms.taken_by_guard is null or exists (
      select from guards where guards.id = safety_alarms.taken_by_guard and guards.removed_at is null)), false) end`
}

/** The actor's part in an alarm at this moment; null if they have none. */
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
