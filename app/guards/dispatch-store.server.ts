import { sql } from 'kysely'
import { areasOf, companyName, dispatchable } from '~/companies/public.server'
import { hasBrowser } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { readNamed } from '~/platform/database/named-statement.server'
import type { RingChoice } from './guard'

/** A recipient of an alarm: a guard on duty, or the owner of a guard company. */
export type Dispatched = {
  companyId: string
  companyName: string
  /** All areas of the company in the administrators' table: at least one of the requested postcodes, and its others. */
  areas: string[]
  /** Null for the company's owner. */
  guardId: string | null
  /** The owner's account; null for a guard. Push subscriptions belong to one or the other. */
  personId: string | null
  name: string
  /** Verified. Null for an owner without a verified number; a guard without one is not in the list. */
  phone: string | null
  /** The owner's verified mail address; guards have none. */
  email: string | null
  /** Has at least one push subscription. */
  hasPush: boolean
  /** Whether the phone may be called. `never` for owners: one who wants calls is also a guard. */
  rings: RingChoice
  /** Set on the owner's row: the company's alarms go to an alarm receiving centre too. */
  hasCentre: boolean
  /** The guard's shared position, if fresh. */
  latitude: number | null
  longitude: number | null
}

/** A position older than this is stale: it no longer says who is nearest. */
const freshMinutes = 30
const freshSince = (now: Date) => new Date(now.getTime() - freshMinutes * 60_000)

/**
 * Everybody to whom an alarm in these postcodes is sent now, once each. Excludes companies that are not callable there,
 * guards off duty and unverified numbers. Uses indexes, so it is fast enough for the alarm's own transaction.
 */
export async function readDispatchList(db: Database, postcodes: string[], now: Date): Promise<Dispatched[]> {
  const fresh = freshSince(now)
  const { rows } = await readNamed(
    db,
    'dispatch list',
    sql<Dispatched>`
    with called as (
      select id, name, owner_id, ${areasOf} as areas from companies
      where id in (select company_id from security_partner_areas where postcode = any(${postcodes}))
        and ${dispatchable(now)}
    )
    select called.id as "companyId", called.name as "companyName", called.areas,
      guards.id as "guardId", null::uuid as "personId", guards.name, guards.phone, null as email,
      ${hasBrowser('guard', 'guards.id')} as "hasPush", guards.rings, false as "hasCentre",
      case when position_at > ${fresh} then latitude end as latitude,
      case when position_at > ${fresh} then longitude end as longitude
    from called join guards on guards.company_id = called.id
    where guards.removed_at is null and guards.phone_verified_at is not null
      and guards.on_duty_since is not null and guards.on_duty_until > ${now}
    union all
    select called.id, called.name, called.areas, null, owner.id, owner.full_name,
      case when owner.phone_verified_at is not null then owner.phone end,
      case when owner.email_verified then owner.email end, ${hasBrowser('person', 'owner.id')},
      'never',
      exists (select from alarm_centres where company_id = called.id), null, null
    from called join profiles as owner on owner.id = called.owner_id
    order by 1, 4 nulls last`,
  )
  return rows
}

/** The shared position of a guard on duty. */
export type SharedPlace = {
  guardId: string
  name: string
  companyName: string
  latitude: number
  longitude: number
  at: Date
}

/** About the extent of our map, in degrees of latitude. A degree of longitude is half as long at this latitude. */
const aroundDegrees = 0.06
const mostShared = 30

/** The fresh positions of guards around a point: of one company, or of all companies for operators. */
export async function readSharedPlaces(
  db: Database,
  from: { latitude: number; longitude: number },
  companyId: string | null,
  now: Date,
): Promise<SharedPlace[]> {
  const { rows } = await sql<SharedPlace>`
    select guards.id as "guardId", guards.name, ${companyName('guards.company_id')} as "companyName",
      latitude, longitude, position_at as at
    from guards
    where position_at > ${freshSince(now)} and on_duty_since is not null and on_duty_until > ${now} and removed_at is null
      and latitude between ${from.latitude - aroundDegrees} and ${from.latitude + aroundDegrees}
      and longitude between ${from.longitude - 2 * aroundDegrees} and ${from.longitude + 2 * aroundDegrees}
      and (${companyId}::uuid is null or company_id = ${companyId})
    order by power(latitude - ${from.latitude}, 2) + power((longitude - ${from.longitude}) / 2, 2)
    limit ${mostShared}`.execute(db)
  return rows
}
