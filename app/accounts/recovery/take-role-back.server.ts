import { recordAudit } from '~/audit/public.server'
import type { Above } from '~/platform/above.server'
import type { Database } from '~/platform/database/database.server'
import type { Visitor } from '~/platform/house.server'
import { updateRole } from '../account-store.server'

/**
 * An administrator without a second step has recovered by mail, and so shown no more than an inbox. Were that enough,
 * whoever reads the inbox could turn on a second step of their own and be an administrator: the role is to be granted
 * anew, by somebody who has spoken with them. Not a door of its own: the recovery is.
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
