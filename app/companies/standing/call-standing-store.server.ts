import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { dayOf } from '~/shared/time'
import { readPermit } from './admin-store.server'
import { areasAround, areasOf, dispatchable, hasArea, isAround, ownerMayAct } from './dispatchable.server'
import { whyNotDispatched } from './permit'

/** Whether a company is a safety partner, where, and why alarms do not reach it; null when they do. */
export async function readCallStanding(db: Database, companyId: string, now: Date) {
  const [[company], permit = null] = await Promise.all([askStanding(db, companyId), readPermit(db, companyId)])
  if (!company) throw new Error('There is no such company')
  return {
    isPartner: company.isSecurityPartner,
    whyNotCalled: whyNotDispatched(company, permit, dayOf(now)),
    /** It has asked for another name or number, and is not called until somebody has looked at them. */
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

/** The postcodes that an administrator has written for a company: where it is called while it may be called at all. */
export async function readAreas(db: Database, companyId: string): Promise<string[]> {
  const row = await db
    .selectFrom('companies')
    .select(areasOf.as('areas'))
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row?.areas ?? []
}

/** Those and the postcodes beside them, from which alarms come when they are widened; in order. */
export async function readPostcodesAround(db: Database, companyId: string): Promise<string[]> {
  const row = await db
    .selectFrom('companies')
    .select(areasAround(companyId).as('around'))
    .where('id', '=', companyId)
    .executeTakeFirst()
  return (row?.around ?? []).toSorted()
}

/** Those of today: none for whoever is not called. */
export async function readCalledAreas(db: Database, companyId: string, now: Date): Promise<string[]> {
  const row = await db
    .selectFrom('companies')
    .select(areasOf.as('areas'))
    .where('id', '=', companyId)
    .where(dispatchable(now))
    .executeTakeFirst()
  return row?.areas ?? []
}

/** The partners that may be called today in a postcode or beside it: those whose area it is, then the others. */
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
