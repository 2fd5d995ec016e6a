import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { accepted, type Outcome } from '~/shared/outcome'
import { markSwishSeen } from './swish-store.server'

/** An admin marks a Swish payment that did not fit as seen. */
export async function seeSwish(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const id = values.request ?? ''
  if (!isId(id)) return accepted(null)
  await house.db.transaction().execute(async (db) => {
    if (!(await markSwishSeen(db, id, signedIn.person.id, house.clock.now()))) return
    await recordAudit(db, {
      at: house.clock.now(),
      actor: signedIn,
      deed: 'see swish payment',
      subject: { kind: 'payment', id },
      before: {},
      after: {},
    })
  })
  return accepted(null)
}
