import { sql } from 'kysely'
import { areasOf, dispatchable } from '~/companies/public.server'
import { hasBrowser } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import type { RingChoice } from './guard'

/** Somebody an alarm is sent to: a guard on duty, or the owner of a guard company. */
export type Dispatched = {
  companyId: string
  companyName: string
  /** Where the company is called, by the administrators' table: one of those asked for, and all the others. */
  areas: string[]
  /** Null for the company's owner. */
  guardId: string | null
  /** The owner's account, null for a guard. Push subscriptions belong to one or the other. */
  personId: string | null
  name: string
  /** Verified; null when the owner has none that is. A guard without one is not in the list. */
  phone: string | null
  /** The owner's verified address; guards have none. */
  email: string | null
  /** They have said yes to pushes, on this phone or that. */
  hasPush: boolean
  /** Whether the phone may ring; an owner who wants it to is a guard too. */
  rings: RingChoice
  /** Where a guard's phone was a short while ago, if it is shared. */
  latitude: number | null
  longitude: number | null
}

/** A position older than this says nothing about who is nearest. */
const freshMinutes = 30

/**
 * Everybody who is sent an alarm in these postcodes at this moment, once each. Companies that may not be called or are
 * not called there, guards off duty and numbers that nobody has proven are never in it. Reads by index; fit for the
 * alarm's own transaction.
 */
export async function readDispatchList(db: Database, postcodes: string[], now: Date): Promise<Dispatched[]> {
  const fresh = new Date(now.getTime() - freshMinutes * 60_000)
  const { rows } = await executeNamed(
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
      ${hasBrowser('guard', 'guards.id')} as "hasPush", guards.rings,
      case when position_at > ${fresh} then latitude end as latitude,
      case when position_at > ${fresh} then longitude end as longitude
    from called join guards on guards.company_id = called.id
    where guards.removed_at is null and guards.phone_verified_at is not null
      and guards.on_duty_since is not null and guards.on_duty_until > ${now}
    union all
    select called.id, called.name, called.areas, null, owner.id, owner.full_name,
      case when owner.phone_verified_at is not null then owner.phone end,
      case when owner.email_verified then owner.email end, ${hasBrowser('person', 'owner.id')},
      'never', null, null
    from called join profiles as owner on owner.id = called.owner_id
    order by 1, 4 nulls last`,
  )
  return rows
}
