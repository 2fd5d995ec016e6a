import type { Plan } from '~/companies/public'
import { isLive, type Slot, type SlotKind } from './slot'

/** A company's standing: its plan, and whether it is a partner that gets alarms. */
export type Standing = {
  plan: Plan
  isPartner: boolean
  /** Only 'active' gets alarms. Null for a company that is not a partner. */
  security: 'pending' | 'active' | null
}

/** The state of a guard company's permit, as an admin has checked it: 'none' if it never showed one. */
export type Permit = 'none' | 'valid' | 'expired'

type Booked = Pick<Slot, 'kind' | 'status'>

/**
 * Applying as a sponsor sets the specification's flags at once. They are not what everybody is shown (0175): the
 * sponsor badge needs an approved company and a paid, running month, and the partner badge needs that it takes alarms.
 */
export function standingOfSponsor(before: Standing): Standing {
  return { plan: 'sponsor', isPartner: true, security: before.security ?? 'pending' }
}

export function standingOfSeasonPartner(before: Standing): Standing {
  return { ...before, plan: 'season' }
}

/** The standing after a change of its months or its permit. */
export function standingAfter(before: Standing, slots: readonly Booked[], permit: Permit): Standing {
  const isPartner = permit === 'valid' || (before.isPartner && remainsPartner(slots, permit))
  return {
    plan: planAfter(before.plan, slots),
    isPartner,
    security: isPartner ? securityOf(permit) : null,
  }
}

const inTurn = { sponsor: ['sponsor', 'season'], season: ['season', 'sponsor'] } as const satisfies Record<
  SlotKind,
  readonly SlotKind[]
>

/**
 * Keeps the plan while one of its months is live; otherwise the other kind's plan if it has a live month; otherwise the
 * base.
 */
function planAfter(plan: Plan, slots: readonly Booked[]): Plan {
  if (plan === 'base') return plan
  return inTurn[plan].find((kind) => slots.some((slot) => slot.kind === kind && isLive(slot))) ?? 'base'
}

/**
 * A company that became a partner by sponsoring stays one while it has a live sponsor month. A guard company that has
 * ever shown a permit stays a partner.
 */
function remainsPartner(slots: readonly Booked[], permit: Permit): boolean {
  const sponsored = slots.filter(({ kind }) => kind === 'sponsor')
  return permit !== 'none' || sponsored.length === 0 || sponsored.some(isLive)
}

/**
 * Whether a partner gets alarms depends on a valid permit only, an operator's decision, never on payments: it cannot be
 * bought, and an unpaid invoice does not take guards off the streets.
 */
const securityOf = (permit: Permit) => (permit === 'valid' ? 'active' : 'pending')
