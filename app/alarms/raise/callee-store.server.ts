import { sql } from 'kysely'
import { mayActAs } from '~/accounts/public.server'
import { type Dispatched, readDispatchList } from '~/guards/public.server'
import { hasBrowser } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Callee } from '../engine/ways'
import { nearestFirst } from './where/nearest'

/** A person of a partner, with their recent position if they share it. */
export type PartnerCallee = Callee & { areas: readonly string[]; latitude: number | null; longitude: number | null }

/** Everybody at guard companies with one of these postcodes who can be called now. */
export async function readPartnerCallees(db: Database, postcodes: string[], now: Date): Promise<PartnerCallee[]> {
  const list = await readDispatchList(db, postcodes, now)
  const owners = new Map(list.filter(({ guardId }) => guardId === null).map((owner) => [owner.companyId, owner]))
  return withoutEchoes(list)
    .map((person) => ({
      role: 'partner' as const,
      companyId: person.companyId,
      guardId: person.guardId,
      profileId: null,
      ownerId: person.personId,
      name: person.name,
      phone: person.phone,
      // A guard has no mail address here: the fallback for a guard's phone is a mail to the company.
      email: person.email ?? owners.get(person.companyId)?.email ?? null,
      hasPush: person.hasPush,
      rings: person.rings,
      hasCentre: person.hasCentre,
      areas: person.areas,
      latitude: person.latitude,
      longitude: person.longitude,
    }))
    .filter((callee) => callee.phone || callee.email || callee.hasPush || callee.hasCentre)
}

/** An owner who is also a guard has one phone: it is left out of the owner's entry, so that it rings once. */
function withoutEchoes(list: Dispatched[]): Dispatched[] {
  const guards = new Set(list.filter(({ guardId }) => guardId).map(({ companyId, phone }) => `${companyId} ${phone}`))
  return list.map((person) =>
    !person.guardId && guards.has(`${person.companyId} ${person.phone}`) ? { ...person, phone: null } : person,
  )
}

/**
 * From a list for several postcodes: those of the alarm's own, or of the neighbouring ones it is widened to, each once.
 */
export function calleesOf(
  list: readonly PartnerCallee[],
  postcodes: readonly string[],
  role: 'partner' | 'neighbour',
  from: { latitude: number; longitude: number } | null,
): Callee[] {
  const there = list.filter(({ areas }) => areas.some((area) => postcodes.includes(area)))
  return nearestFirst(there, from).map((callee) => ({ ...callee, role }))
}

/** The taker of an alarm, with every channel they can be reached by, whether or not they were called. */
export async function readTakerCallees(
  db: Database,
  taker: { takenByCompany: string | null; takenByGuard: string | null; takenByOperator: string | null },
): Promise<Callee[]> {
  const { rows } = await sql<Callee>`
    select 'partner' as role, companies.id as "companyId", guards.id as "guardId", null::uuid as "profileId",
      coalesce(guards.name, owner.full_name, companies.name) as name,
      case when guards.id is not null then case when guards.phone_verified_at is not null then guards.phone end
        when owner.phone_verified_at is not null then owner.phone end as phone,
      case when owner.email_verified then owner.email end as email,
      case when guards.id is not null then ${hasBrowser('guard', 'guards.id')}
        else ${hasBrowser('person', 'owner.id')} end as "hasPush", 'never' as rings, false as "hasCentre"
    from companies left join guards on guards.id = ${taker.takenByGuard} left join profiles as owner on owner.id = owner_id
    where companies.id = ${taker.takenByCompany}
    union all
    select 'operator', null, null, id, full_name, case when phone_verified_at is not null then phone end, email,
      ${hasBrowser('person', 'profiles.id')}, 'never', false
    from profiles where id = ${taker.takenByOperator}`.execute(db)
  return rows
}

/** The operators on duty. If none of those who may act is on duty: all who may act. */
export async function readOperatorCallees(db: Database): Promise<Callee[]> {
  const { rows } = await sql<Callee>`
    with operators as (
      select profiles.*, operator_duties.profile_id is not null as is_on_duty
      from profiles left join operator_duties on profile_id = profiles.id
      where ${mayActAs('admin')}
    )
    select 'operator' as role, null as "companyId", null as "guardId", id as "profileId", full_name as name,
      case when phone_verified_at is not null then phone end as phone, email,
      ${hasBrowser('person', 'operators.id')} as "hasPush", 'never' as rings, false as "hasCentre"
    from operators
    where is_on_duty or not exists (select from operators where is_on_duty)
    order by id limit 50`.execute(db)
  return rows
}

/** Members as recipients of messages about their own alarms. Their phone number need not be verified for that. */
export async function readMemberCallees(db: Database, personIds: string[]): Promise<Callee[]> {
  const { rows } = await sql<Callee>`
    select 'member' as role, null as "companyId", null as "guardId", id as "profileId", full_name as name, phone, email,
      ${hasBrowser('person', 'profiles.id')} as "hasPush", 'never' as rings, false as "hasCentre"
    from profiles where id = any(${personIds}::uuid[])`.execute(db)
  return rows
}
