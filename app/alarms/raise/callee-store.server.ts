import { sql } from 'kysely'
import { mayActAs } from '~/accounts/public.server'
import { type Dispatched, readDispatchList } from '~/guards/public.server'
import { hasBrowser } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Callee } from '../engine/ways'
import { nearestFirst } from './where/nearest'

/** A partner's person, and where they were a short while ago if they share it. */
export type PartnerCallee = Callee & { areas: readonly string[]; latitude: number | null; longitude: number | null }

/** Everybody of the guard companies in these postcodes who can be called at this moment. */
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
      // A guard has no letterbox; what cannot reach their phone reaches the company's.
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

/** An owner who is also one of the guards has one phone, and it rings once. */
function withoutEchoes(list: Dispatched[]): Dispatched[] {
  const guards = new Set(list.filter(({ guardId }) => guardId).map(({ companyId, phone }) => `${companyId} ${phone}`))
  return list.map((person) =>
    !person.guardId && guards.has(`${person.companyId} ${person.phone}`) ? { ...person, phone: null } : person,
  )
}

/** Of a list for several postcodes: those of one alarm's own, or of the neighbours it is widened to, once each. */
export function calleesOf(
  list: readonly PartnerCallee[],
  postcodes: readonly string[],
  role: 'partner' | 'neighbour',
  from: { latitude: number; longitude: number } | null,
): Callee[] {
  const there = list.filter(({ areas }) => areas.some((area) => postcodes.includes(area)))
  return nearestFirst(there, from).map((callee) => ({ ...callee, role }))
}

/** Whoever has an alarm, by every way there is to them, called or not. */
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

/** The operators on duty; when none of those who may act has said that they are, all who may. */
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

/** Members, about their own alarms: their own number need not be proven for that. */
export async function readMemberCallees(db: Database, personIds: string[]): Promise<Callee[]> {
  const { rows } = await sql<Callee>`
    select 'member' as role, null as "companyId", null as "guardId", id as "profileId", full_name as name, phone, email,
      ${hasBrowser('person', 'profiles.id')} as "hasPush", 'never' as rings, false as "hasCentre"
    from profiles where id = any(${personIds}::uuid[])`.execute(db)
  return rows
}
