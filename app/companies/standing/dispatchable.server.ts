import { type RawBuilder, sql } from 'kysely'
import { personHasRole, personMayAct } from '~/accounts/public.server'

/**
 * SQL fragment: whether the owner may act for the company. A company without an owner is closed already, so it passes
 * here.
 */
export const ownerMayAct = () =>
  sql<boolean>`(companies.owner_id is null or ${personMayAct('companies.owner_id', 'company')})`

/**
 * SQL fragment for a query of `companies`: nobody will answer for the company again, since its owner has removed it or
 * has another role. A block does not count, since it may be lifted.
 */
export const isAbandoned = () =>
  sql<boolean>`(companies.deleted_at is not null or not ${personHasRole('companies.owner_id', 'company')})`

/**
 * SQL version of `isDispatchable` (permit.ts) for a query of `companies`: whether alarms may be sent to the company
 * today. dispatchable.server.test.ts checks that both agree.
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

/** SQL: whether the postcode is one of the company's areas. */
export function hasArea(postcode: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from security_partner_areas as area
    where area.company_id = companies.id and area.postcode = ${postcode})`
}

/** SQL: whether the postcode is a neighbour of one of the company's areas. */
export function hasAreaBeside(postcode: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from security_partner_areas as area
    join postcode_neighbours on postcode_neighbours.neighbour = area.postcode
    where area.company_id = companies.id and postcode_neighbours.code = ${postcode})`
}

/** SQL: the company's areas, in order. */
export const areasOf = sql<string[]>`array(select area.postcode from security_partner_areas as area
  where area.company_id = companies.id order by area.postcode)`

/**
 * SQL: a company's areas and their neighbours, as an array. Takes an id instead of a column, so that the array is known
 * before any row is read and an index on postcodes can be used.
 */
export const areasAround = (companyId: string) => sql<string[]>`array(
  select area.postcode from security_partner_areas as area where area.company_id = ${companyId}
  union select code from security_partner_areas as area join postcode_neighbours on neighbour = area.postcode
    where area.company_id = ${companyId})`

type Column = RawBuilder<unknown>

/** SQL for a query with a company in a column: it may be called today, and the postcode is one of its areas. */
export const isCalledIn = (companyId: Column, postcode: Column, now: Date) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${dispatchable(now)} and ${hasArea(postcode)})`

/** SQL for a query with a company in a column: its owner may act for it. */
export const isActedFor = (companyId: Column) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${ownerMayAct()})`

/** SQL for a query with a company in a column: somebody will answer for it again, if nobody may now (`isAbandoned`). */
export const isKept = (companyId: Column) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and not ${isAbandoned()})`

/** SQL: like `isCalledIn`, for an area of the company or a neighbour of one. */
export const isCalledAround = (companyId: Column, postcode: Column, now: Date) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${dispatchable(now)} and ${isAround(postcode)})`

/** SQL: like `isCalledAround`, whether or not the company may be called today. */
export const isFromAround = (companyId: Column, postcode: Column) => sql<boolean>`exists (
  select from companies where companies.id = ${companyId} and ${isAround(postcode)})`

/** SQL for a query of `companies`: the postcode is one of its areas or a neighbour of one. */
export const isAround = (postcode: Column) => sql<boolean>`(${hasArea(postcode)} or ${hasAreaBeside(postcode)})`
