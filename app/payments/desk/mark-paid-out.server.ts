import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { insertPayout, lockRefund, markPaidOut as writePaidOut } from '../book-store.server'
import { markEventSeen } from '../card/card-event-store.server'
import { takeUpRefused } from '../card/card-order-store.server'
import { entriesOfPayout } from '../ledger'

/** An admin notes that a refund was paid out. A refund to a card is sent by the provider, which confirms it. */
export async function markPaidOut(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const id = anId().safeParse(values.refund)
  if (!id.success) return refused('Inget är ändrat', { message: 'Ladda om sidan och försök igen.' })
  const now = house.clock.now()
  const done = await house.db.transaction().execute(async (db): Promise<Outcome<null>> => {
    const refund = await lockRefund(db, id.data)
    if (!refund) return refused('Inget är ändrat', { message: 'Återbetalningen finns inte.' })
    // Idempotent: a second press changes nothing.
    if (refund.paidOutAt !== null) return accepted(null)
    // A refund that the card provider refused, or has no refundable id for, is paid out from the bank instead.
    if (
      refund.method === 'card' &&
      refund.refundableId !== null &&
      !(await takeUpRefused(db, { refundId: refund.id }, { state: 'done' }))
    ) {
      return refused('Inget är ändrat', { message: 'Den går tillbaka till kortet av sig själv.' })
    }
    await writePaidOut(db, refund.id, signedIn.person.id, now)
    await insertPayout(db, { refundId: refund.id }, entriesOfPayout('swish', refund.amount), now)
    await recordAudit(db, {
      at: now,
      actor: signedIn,
      deed: 'pay out refund',
      subject: { kind: 'payment', id: refund.paymentId },
      before: { paidOut: false },
      after: { paidOut: true, amount: refund.amount },
    })
    return accepted(null)
  })
  house.live.tell({ to: ['admin'], about: 'payments' })
  return done
}

/** An admin marks a card event that did not fit as seen. */
export async function seeCardEvent(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  onlyAdmin(signedIn)
  const id = (values.event ?? '').slice(0, 100)
  await house.db.transaction().execute(async (db) => {
    if (!(await markEventSeen(db, id, signedIn.person.id, house.clock.now()))) return
    await recordAudit(db, {
      at: house.clock.now(),
      actor: signedIn,
      deed: 'see card event',
      subject: { kind: 'payment', id },
      before: {},
      after: {},
    })
  })
  return accepted(null)
}
