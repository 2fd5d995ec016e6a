import { type PayWays, payRule, payWayNames } from '~/companies/public'
import { swishShown } from '~/payments/public.server'
import { namesOf } from '~/shared/chosen'
import { formatOre } from '~/shared/money'
import { formatMomentSeen } from '~/shared/time'
import type { BookingStatus, Side } from '../booking'
import {
  type Correction,
  jobReference,
  mayPay,
  type PaymentDeed,
  type PaymentFacts,
  paymentDeeds,
  paymentState,
} from './job-payment'

export type Booked = {
  id: string
  status: BookingStatus
  customerPaysOre: number
  company: { name: string }
  customer: { name: string } | null
}

export type PaymentView = ReturnType<typeof paymentView>

/** A job's payment as one side reads it. Built on the server, which also draws the Swish code to scan. */
export function paymentView(
  { id, status, customerPaysOre, company, customer }: Booked,
  side: Side,
  facts: PaymentFacts,
  { ways, correction, now }: { ways: PayWays; correction: Correction | undefined; now: Date },
) {
  const isDone = status === 'completed'
  const state = paymentState(facts)
  const owedOre = correction?.customerPaysOre ?? customerPaysOre
  const names = { member: customer?.name ?? 'Kunden', company: company.name }
  const who = (by: Side) => (by === side ? (side === 'member' ? 'Du' : 'Ni') : names[by])
  const { dispute, decision, memberSaidAt, companySaidAt } = facts
  const reference = jobReference(id)
  return {
    isDone,
    isOver: status === 'cancelled',
    state,
    /** Shown before the job is done. */
    rule: payRule(company.name, ways),
    ways: payWayNames(ways),
    owed: formatOre(owedOre),
    corrected: correction ? `Priset är rättat från ${formatOre(customerPaysOre)}.` : null,
    reference,
    swish:
      side === 'member' && isDone && state === 'to pay' && ways.swishNumber !== null && owedOre > 0
        ? swishShown({ payee: ways.swishNumber, amount: owedOre, message: reference })
        : null,
    said: [
      ...(memberSaidAt ? [`${who('member')} noterade som betald ${formatMomentSeen(memberSaidAt, now)}.`] : []),
      ...(companySaidAt ? [`${who('company')} noterade som betald ${formatMomentSeen(companySaidAt, now)}.`] : []),
    ],
    dispute:
      dispute && dispute.ended === null
        ? {
            who: who(dispute.by),
            at: formatMomentSeen(dispute.at, now),
            text: dispute.text,
            isOurs: dispute.by === side,
          }
        : null,
    decision: decision?.text ?? null,
    may: namesOf(paymentDeeds).filter((deed): deed is PaymentDeed => mayPay(deed, side, isDone, facts).may),
  }
}
