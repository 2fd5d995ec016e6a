import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { dayOf } from '~/shared/time'
import { readPermit } from './admin-store.server'
import { areasAround, areasOf, dispatchable, hasArea, isAround, ownerMayAct } from './dispatchable.server'
import { whyNotDispatched } from './permit'

/** Whether a company is a security partner, where, and why it gets no alarms (null if it does). */
export async function readCallStanding(db: Database, companyId: string, now: Date) {
  const [[company], permit = null] = await Promise.all([askStanding(db, companyId), readPermit(db, companyId)])
  if (!company) throw new Error('There is no such company')
  return {
    isPartner: company.isSecurityPartner,
    whyNotCalled: whyNotDispatched(company, permit, dayOf(now)),
    /** The company has asked for another name or number, and gets no alarms until an administrator has reviewed it. */
    asksForName: company.askedName !== null,
    permitUntil: permit?.validUntil ?? null,
    areas: permit?.areas ?? [],
  }
}

const askStanding = builtOnce('standing of a company', (db: Database, companyId: string) =>
  db
    .selectFrom('companies')
    .select(['name', 'org_number as orgNumber', 'is_security_partner as isSecurityPartner'])
    .select(['security_status as securityStatus', 'review_state as reviewState', 'proposed_name as askedName'])
    .select((of) => of('deleted_at', 'is not', null).$castTo<boolean>().as('isGone'))
    .select(ownerMayAct().as('ownerMayAct'))
    .where('id', '=', companyId),
)

/** Whether the owner may act for the company (`ownerMayAct`). */
export async function readIsActedFor(db: Database, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select(ownerMayAct().as('isActedFor'))
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row?.isActedFor === true
}

/** The postcodes where an administrator has said that the company is called, whether or not it may be called today. */
export async function readAreas(db: Database, companyId: string): Promise<string[]> {
  const row = await db
    .selectFrom('companies')
    .select(areasOf.as('areas'))
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row?.areas ?? []
}

/**
 * The company's areas and their neighbouring postcodes, in order: alarms from the latter reach it when they are
 * widened.
 */
export async function readPostcodesAround(db: Database, companyId: string): Promise<string[]> {
  const row = await db
    .selectFrom('companies')
    .select(areasAround(companyId).as('around'))
    .where('id', '=', companyId)
    .executeTakeFirst()
  return (row?.around ?? []).toSorted()
}

/** The company's areas; none if it may not be called today. */
export async function readCalledAreas(db: Database, companyId: string, now: Date): Promise<string[]> {
  const row = await db
    .selectFrom('companies')
    .select(areasOf.as('areas'))
    .where('id', '=', companyId)
    .where(dispatchable(now))
    .executeTakeFirst()
  return row?.areas ?? []
}

/** The partners that may be called today in a postcode or a neighbouring one. Those whose area it is come first. */
export async function readPartnersAround(db: Database, postcode: string, now: Date) {
  const code = sql`${postcode}::text`
  return db
    .selectFrom('companies')
    .select(['id', 'name'])
    .select(hasArea(code).as('isHere'))
    .where(isAround(code))
    .where(dispatchable(now))
    .orderBy('isHere', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(50)
    .execute()
}
