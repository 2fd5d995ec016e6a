import { type LockedPerson, lockPerson } from '~/accounts/public.server'
import type { AuditDeed } from '~/audit/public'
import { recordAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import type { Database } from '~/platform/database/database.server'
import { type NotThere, notThere, type Outcome } from '~/shared/outcome'

type Facts = Record<string, string | number | boolean | null>

/** The change for the audit log. Null if nothing changed, as after a second press. */
export type Change = { before: Facts; after: Facts } | null

type ChangeOf = { id: string; deed: AuditDeed; reason?: string }

/**
 * Runs an administrator's change of one person: locks the person, calls `change`, and writes the audit log, in one
 * transaction. A refusal of `change` is returned.
 */
export async function changePerson(
  { house, signedIn }: Asked,
  { id, deed, reason }: ChangeOf,
  change: (db: Database, person: LockedPerson) => Promise<Outcome<Change>>,
): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return house.db.transaction().execute(async (db): Promise<Outcome<null> | NotThere> => {
    const person = await lockPerson(db, id)
    if (!person) return notThere
    const changed = await change(db, person)
    if (!changed.ok) return changed
    if (changed.value) {
      const subject = { kind: 'person' as const, id }
      await recordAudit(db, { at: house.clock.now(), actor: signedIn, deed, subject, reason, ...changed.value })
    }
    return { ok: true, value: null }
  })
}
