import { type RawBuilder, sql } from 'kysely'
import { mayActAs } from '~/accounts/public.server'
import { dayOf } from '~/shared/time'

/** Whoever owns the company may act for it. One whose owner has left is closed, and has no owner to ask. */
export const ownerMayAct = () => sql<boolean>`not exists (
  select from profiles as owner where owner.id = companies.owner_id and not ${mayActAs('company', 'owner')})`

/**
 * `isDispatchable` of permit.ts for a query over `companies`: whether a company may be called at all today.
 * dispatchable.server.test.ts holds the two together.
 */
export function dispatchable(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(companies.is_security_partner
    and companies.security_status = 'active'
    and companies.review_state = 'approved'
    and companies.deleted_at is null
    and ${ownerMayAct()}
    and exists (
      select from security_partner_records as permit
      where permit.company_id = companies.id
        and permit.valid_until >= ${dayOf(now)}::date
        and permit.name = companies.name and permit.org_number = companies.org_number
        and exists (select from security_partner_areas where company_id = permit.company_id)))`
}

/** Whether this postcode is one of the company's areas, as an administrator has written them. */
export function hasArea(postcode: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from security_partner_areas as area
    where area.company_id = companies.id and area.postcode = ${postcode})`
}

/** Whether this postcode is beside one of the company's areas. */
export function hasAreaBeside(postcode: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from security_partner_areas as area
    join postcode_neighbours on postcode_neighbours.neighbour = area.postcode
    where area.company_id = companies.id and postcode_neighbours.code = ${postcode})`
}

/** The company's areas, in order. */
export const areasOf = sql<string[]>`array(select area.postcode from security_partner_areas as area
  where area.company_id = companies.id order by area.postcode)`
