import { recordAudit } from '~/audit/public.server'
import type { Above } from '~/platform/above.server'
import type { Database } from '~/platform/database/database.server'
import type { Visitor } from '~/platform/house.server'
import { updateRole } from '../account-store.server'

/**
 * Removes the role from an administrator without a second factor who recovers by mail. Otherwise anybody who reads the
 * inbox could enrol their own second factor and be an administrator. Another administrator must grant the role again,
 * after speaking with them. Authorises nothing: the recovery that calls it does.
 */
export async function takeRoleBack(
  { db, above }: { db: Database; above: Above },
  personId: string,
  { address }: Visitor,
  now: Date,
) {
  const role = (await above.ownsCompany(db, personId)) ? 'company' : 'member'
  await updateRole(db, personId, role, now)
  await recordAudit(db, {
    at: now,
    actor: { address, person: { id: personId } },
    deed: 'change role',
    subject: { kind: 'person', id: personId },
    reason: 'Nytt lösenord via mejl, utan tvåstegsverifiering',
    before: { role: 'admin' },
    after: { role },
  })
}
