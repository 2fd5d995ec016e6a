import { type RawBuilder, sql } from 'kysely'
import { personMayAct } from '~/accounts/public.server'

/** Whoever owns the company may act for it. One whose owner has left is closed, and has no owner to ask. */
export const ownerMayAct = () =>
  sql<boolean>`(companies.owner_id is null or ${personMayAct('companies.owner_id', 'company')})`

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
        and permit.valid_until >= (${now}::timestamptz at time zone 'Europe/Stockholm')::date
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

/**
 * A company's areas and the postcodes beside them, as an array. By its id and not by a column of the query, an index of
 * postcodes finds what is anywhere near it: the array is known before any row is.
 */
export const areasAround = (companyId: string) => sql<string[]>`array(
  select area.postcode from security_partner_areas as area where area.company_id = ${companyId}
  union select code from security_partner_areas as area join postcode_neighbours on neighbour = area.postcode
    where area.company_id = ${companyId})`

type Column = RawBuilder<unknown>

/** For a query that has a company in a column of its own: it may be called today, and this postcode is its area. */
export const isCalledIn = (companyId: Column, postcode: Column, now: Date) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${dispatchable(now)} and ${hasArea(postcode)})`

/** For the same: somebody may act for it. */
export const isActedFor = (companyId: Column) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${ownerMayAct()})`

/** As `isCalledIn`, for an area of its own or one beside it. */
export const isCalledAround = (companyId: Column, postcode: Column, now: Date) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${dispatchable(now)} and ${isAround(postcode)})`

/** As `isCalledAround`, whether it may be called just now or not. */
export const isFromAround = (companyId: Column, postcode: Column) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${isAround(postcode)})`

/** For a query over `companies`. */
export const isAround = (postcode: Column) => sql<boolean>`(${hasArea(postcode)} or ${hasAreaBeside(postcode)})`
