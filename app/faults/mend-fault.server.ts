import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { lockFault, updateMended } from './fault-store.server'

type Ports = Pick<House, 'db' | 'clock'>
type Sent = Record<string, string>

/** An administrator marks a fault as mended. It reopens by itself when it recurs. */
export function mendFault(ports: Ports, signedIn: SignedIn, values: Sent): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return setMended(ports, signedIn, values.id, true)
}

export function reopenFault(ports: Ports, signedIn: SignedIn, values: Sent): Promise<Outcome<null> | NotThere> {
  onlyAdmin(signedIn)
  return setMended(ports, signedIn, values.id, false)
}

async function setMended({ db: root, clock }: Ports, actor: SignedIn, sent: string | undefined, isMended: boolean) {
  const id = anId().safeParse(sent)
  if (!id.success) return notThere
  return root.transaction().execute(async (db) => {
    const fault = await lockFault(db, id.data)
    if (!fault) return notThere
    // A repeated press, or another tab: the fault already has the wanted state (idempotent).
    if ((fault.mendedAt !== null) === isMended) return accepted(null)
    const at = clock.now()
    await updateMended(db, fault.id, isMended ? { at, by: actor.person.id } : null)
    await recordAudit(db, {
      at,
      actor,
      deed: isMended ? 'mend fault' : 'reopen fault',
      subject: { kind: 'fault', id: fault.id },
      before: { mended: !isMended },
      after: { mended: isMended, fault: `${fault.kind}, ${fault.place}` },
    })
    return accepted(null)
  })
}
