import type { Ore } from '~/shared/money'
import type { May, Side } from '../booking'
import { PLATFORM_FEE_PERCENT } from '../money'

/** How a dispute ended: the sides agreed, an administrator decided, or one side's account was deleted. */
export type DisputeEnd = 'agreed' | 'decided' | 'left'

/**
 * What the two sides have said about a job's payment. The money goes from the customer to the company and never through
 * the platform, so 'paid' is only what they state. Where their statements differ, an administrator decides with a text
 * to both.
 */
export type PaymentFacts = {
  memberSaidAt: Date | null
  companySaidAt: Date | null
  dispute: { by: Side; at: Date; text: string | null; ended: DisputeEnd | null } | null
  decision: { text: string; isSettled: boolean } | null
}

export const nothingSaid: PaymentFacts = { memberSaidAt: null, companySaidAt: null, dispute: null, decision: null }

type Look = { label: string; tone: 'neutral' | 'spruce' | 'lamp' | 'alarm'; icon: 'clock' | 'check' | 'warning' }

export const paymentStates = {
  'to pay': { label: 'Att betala', tone: 'lamp', icon: 'clock' },
  'said by member': { label: 'Betald, säger kunden', tone: 'neutral', icon: 'check' },
  paid: { label: 'Betald', tone: 'spruce', icon: 'check' },
  disputed: { label: 'Ni är inte överens', tone: 'alarm', icon: 'warning' },
} as const satisfies Record<string, Look>

export type PaymentState = keyof typeof paymentStates

/** Paid once the company says so or a decision settles it. The member's word stands until contradicted. */
export function paymentState({ memberSaidAt, companySaidAt, dispute, decision }: PaymentFacts): PaymentState {
  if (dispute && dispute.ended === null) return 'disputed'
  if (decision?.isSettled || companySaidAt) return 'paid'
  return memberSaidAt ? 'said by member' : 'to pay'
}

type Rule = { from: Record<Side, readonly PaymentState[]>; by: 'either' | 'whoever disputes' }

export const paymentDeeds = {
  // A company that says it has been paid also ends an open dispute.
  'say paid': { from: { member: ['to pay'], company: ['to pay', 'said by member', 'disputed'] }, by: 'either' },
  dispute: {
    from: { member: ['to pay', 'said by member', 'paid'], company: ['to pay', 'said by member', 'paid'] },
    by: 'either',
  },
  agree: { from: { member: ['disputed'], company: ['disputed'] }, by: 'whoever disputes' },
} as const satisfies Record<string, Rule>

export type PaymentDeed = keyof typeof paymentDeeds

const no = (because: string): May => ({ may: false, because })

/** Whether a side may say something about the payment of a completed job now; if not, why. */
export function mayPay(deed: PaymentDeed, by: Side, isDone: boolean, facts: PaymentFacts): May {
  if (!isDone) return no('Det går först när jobbet är markerat som genomfört.')
  const rule: Rule = paymentDeeds[deed]
  const state = paymentState(facts)
  if (deed === 'dispute' && facts.decision) return no('Vi har redan avgjort det, och beskedet gäller.')
  if (!rule.from[by].includes(state)) return no(standsWords[state])
  if (rule.by === 'whoever disputes' && facts.dispute?.by !== by) {
    return no('Bara den som sa ifrån kan ta tillbaka det. Annars avgör vi.')
  }
  return { may: true }
}

const standsWords = {
  'to pay': 'Ingen har sagt att ni inte är överens.',
  'said by member': 'Det är redan noterat som betalt.',
  paid: 'Det är redan noterat som betalt.',
  disputed: 'Ni är inte överens om betalningen, och vi tittar på det.',
} as const satisfies Record<PaymentState, string>

/** The reference in Swish, the same for both sides. Made of the booking's id, in characters that every bank accepts. */
export const jobReference = (bookingId: string): string => `BOKNING-${bookingId.slice(-8).toUpperCase()}`

/** A job's price, and the platform's fee on it. */
export type Correction = { customerPaysOre: Ore; feeOre: Ore }

/** The fee for a lowered price, in proportion and rounded down like the fee. The database computes the same. */
export function correctedFee({ customerPaysOre, feeOre }: Correction, paysOre: Ore): Ore {
  return Math.floor((feeOre * paysOre) / customerPaysOre)
}

/** The same rule in words, for the administrator's page. */
export const correctionRule = `Sänks priset sänks vår avgift på ${PLATFORM_FEE_PERCENT} % lika mycket, på nästa månads avgift.`
