import { deletePhoneProof } from '~/accounts/public.server'
import { deleteSubscriptionsOf } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { clearLink } from './link/link-store.server'
import { closeGuard, readGuardsOfOwner } from './own/own-guards-store.server'

/** Removes a guard and every way to reach them. The name stays for the shifts they walked. */
export async function forgetGuard(db: Database, companyId: string, id: string, now: Date) {
  await closeGuard(db, companyId, id, now)
  await deletePhoneProof(db, { kind: 'guard', id })
  await deleteSubscriptionsOf(db, { kind: 'guard', id })
}

/** Removes the guards of an owner whose account is deleted, since their company is no longer called. */
export async function forgetGuardsOf(db: Database, ownerId: string, now: Date) {
  for (const { id, companyId } of await readGuardsOfOwner(db, ownerId)) await forgetGuard(db, companyId, id, now)
}

/** Revokes the links and push subscriptions of an owner's guards. The owner can send new links. */
export async function endGuardLinksOf(db: Database, ownerId: string) {
  for (const { id, companyId } of await readGuardsOfOwner(db, ownerId)) {
    await clearLink(db, companyId, id)
    await deleteSubscriptionsOf(db, { kind: 'guard', id })
  }
}

/**
 * The guards in the file with all personal data about their company's owner. Not a use case of its own: the account's
 * export calls it.
 */
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
