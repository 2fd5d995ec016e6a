import { deletePhoneProof } from '~/accounts/public.server'
import { deleteSubscriptionsOf } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { clearLink } from './link/link-store.server'
import { closeGuard, readGuardsOfOwner } from './own/own-guards-store.server'

/** Everything by which a guard could be reached goes; the name stays with the shifts that were walked. */
export async function forgetGuard(db: Database, companyId: string, id: string, now: Date) {
  await closeGuard(db, companyId, id, now)
  await deletePhoneProof(db, { kind: 'guard', id })
  await deleteSubscriptionsOf(db, { kind: 'guard', id })
}

/** The guards of somebody who deletes their account: a company that is gone calls nobody. */
export async function forgetGuardsOf(db: Database, ownerId: string, now: Date) {
  for (const { id, companyId } of await readGuardsOfOwner(db, ownerId)) await forgetGuard(db, companyId, id, now)
}

/** The links that somebody's guards have, and their browsers with push: the owner sends new ones. */
export async function endGuardLinksOf(db: Database, ownerId: string) {
  for (const { id, companyId } of await readGuardsOfOwner(db, ownerId)) {
    await clearLink(db, companyId, id)
    await deleteSubscriptionsOf(db, { kind: 'guard', id })
  }
}

/** The guards' part of the file with everything stored about a person. Not a door: the account's export is. */
export async function exportGuards(db: Database, ownerId: string) {
  return (await readGuardsOfOwner(db, ownerId)).map((guard) => ({
    namn: guard.name,
    telefon: guard.phone,
    numretBekräftat: guard.phoneVerifiedAt,
    iTjänstTill: guard.onDutyUntil,
    tillagd: guard.createdAt,
    borttagen: guard.removedAt,
  }))
}
