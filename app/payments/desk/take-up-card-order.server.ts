import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { takeUpRefused } from '../card/card-order-store.server'

const deedForm = z.object({ order: anId(), how: z.enum(['again', 'done']) })

/** An admin retries an order that the card provider refused, or marks it as dealt with in another way. */
export async function takeUpCardOrder(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const form = deedForm.safeParse(values)
  if (!form.success) return refused('Inget är ändrat', { message: 'Ladda om sidan och försök igen.' })
  const now = house.clock.now()
  const { order: id, how } = form.data
  await house.db.transaction().execute(async (db) => {
    const to = how === 'again' ? { state: 'queued' as const, next: now } : { state: 'done' as const }
    // Idempotent: a second press changes nothing.
    if (!(await takeUpRefused(db, { id }, to))) return
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'take up card order',
      subject: { kind: 'payment', id },
      before: { state: 'failed' },
      after: { state: to.state },
    })
  })
  house.wake('cards')
  house.live.tell({ to: ['admin'], about: 'payments' })
  return accepted(null)
}
