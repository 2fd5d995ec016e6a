import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Plan } from './packages'
import { isNameApproved } from './services/card-columns.server'

export type SecurityStatus = 'pending' | 'active'

/** How a company is listed, with what decides whether it may be sent alarms. */
export type Listing = {
  id: string
  name: string
  email: string
  /** Null once the owner has left. */
  ownerId: string | null
  postcode: string
  plan: Plan
  isPartner: boolean
  /** Only 'active' gets alarms. Null for a company that is not a partner. */
  securityStatus: SecurityStatus | null
  isHidden: boolean
  /** An administrator has approved it under its shown name, and it is not hidden. */
  isApproved: boolean
  isClosed: boolean
  /** The last day of its permit as a guard company; null without a permit. */
  permitUntil: string | null
}

/**
 * A listing by owner or by id. With `hold`, the company's row is locked until the transaction ends, so that changes of
 * a listing are serialised; pages read it without.
 */
export async function readListing(
  db: Database,
  which: { ownerId: string } | { id: string },
  hold: 'hold' | 'look',
): Promise<Listing | undefined> {
  const isIt =
    'id' in which
      ? sql<boolean>`companies.id = ${which.id}`
      : sql<boolean>`(companies.owner_id = ${which.ownerId} and companies.deleted_at is null)`
  // The lock is a statement of its own. In one statement with the join, a transaction that waited for the lock would
  // still see the permit as it was before the wait (READ COMMITTED).
  if (hold === 'hold') await db.selectFrom('companies').select('id').where(isIt).forNoKeyUpdate().execute()
  return db
    .selectFrom('companies')
    .leftJoin('security_partner_records as permit', 'permit.company_id', 'companies.id')
    .select((of) => [
      'companies.id',
      'companies.name',
      'companies.email',
      'companies.owner_id as ownerId',
      'companies.postcode',
      'companies.plan',
      'companies.is_security_partner as isPartner',
      'companies.security_status as securityStatus',
      of('companies.review_state', '=', 'hidden').as('isHidden'),
      isNameApproved.as('isApproved'),
      of('companies.deleted_at', 'is not', null).as('isClosed'),
      'permit.valid_until as permitUntil',
    ])
    .$narrowType<{ isHidden: boolean; isClosed: boolean }>()
    .where(isIt)
    .executeTakeFirst()
}

export async function updateListing(
  db: Database,
  id: string,
  listing: Pick<Listing, 'plan' | 'isPartner' | 'securityStatus'>,
) {
  await db
    .updateTable('companies')
    .set({ plan: listing.plan, is_security_partner: listing.isPartner, security_status: listing.securityStatus })
    .where('id', '=', id)
    .execute()
}
