import { z } from 'zod'
import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import type { MoneyPorts } from '../activation.server'
import { readCharges } from '../charge-store.server'
import { tellPayers } from '../letters/tell-payers.server'
import { type Taken, takePayments } from '../take-payments.server'

/** Somewhat more than a page of the list holds. More than that in one press is a mistake. */
const mostAtOnce = 200

const ids = z
  .string()
  .default('')
  .transform((text) => [...new Set(text.split(',').filter((part) => part !== ''))])
  .pipe(z.array(anId()).min(1).max(mostAtOnce))

export type Ticked = { booked: number; before: number; left: number }

/**
 * An admin marks charges as paid. `charges` holds their ids, separated by commas. Idempotent: charges that are paid
 * already stay as they are.
 */
export async function markPaid(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<Ticked>> {
  onlyAdmin(signedIn)
  const asked = ids.safeParse(values.charges)
  if (!asked.success) return refused('Inget är bokfört', { message: 'Bocka för de betalningar som har kommit in.' })
  const results = await house.db.transaction().execute(async (db) => {
    const ports = { ...house, db }
    const received = asked.data.map((chargeId) => ({ chargeId, method: 'swish' as const }))
    const taken = await takePayments(ports, received, signedIn.person.id)
    await recordPaidByAdmin(ports, signedIn, bookedIn(taken))
    return taken
  })
  house.wake('messages')
  await tellPayers(house, bookedIn(results))
  const count = (wanted: Taken) => [...results.values()].filter((one) => one === wanted).length
  return accepted({
    booked: count('booked'),
    before: count('paid before'),
    left: count('no longer asked for') + count('unknown'),
  })
}

const bookedIn = (taken: Map<string, Taken>) => [...taken].flatMap(([id, result]) => (result === 'booked' ? [id] : []))

/** Writes the audit log: which administrator noted the payment. */
export async function recordPaidByAdmin({ db, clock }: MoneyPorts, actor: SignedIn, chargeIds: readonly string[]) {
  for (const charge of await readCharges(db, chargeIds)) {
    await recordAudit(db, {
      at: clock.now(),
      actor,
      deed: 'note payment',
      subject: charge.companyId ? { kind: 'company', id: charge.companyId } : { kind: 'charge', id: charge.id },
      before: { status: 'open' },
      after: { status: 'paid', reference: charge.reference, amount: charge.gross },
    })
  }
}
