import type { Plan } from '~/companies/public'
import { isLive, type Slot, type SlotKind } from './slot'

/** How a company stands in the neighbourhood: its plan, and whether it is called out for safety. */
export type Standing = {
  plan: Plan
  isPartner: boolean
  /** Only 'active' gets alarms. Null for a company that is no partner. */
  security: 'pending' | 'active' | null
}

/** A guard company's permit as an admin has checked it: 'none' was ever shown, or it is valid, or ran out. */
export type Permit = 'none' | 'valid' | 'expired'

type Booked = Pick<Slot, 'kind' | 'status'>

/**
 * An application as a sponsor sets the specification's flags at once. They are no badge (0175): everybody is shown a
 * sponsor when the company is approved and the month paid and running, and a partner when it takes alarms.
 */
export function standingOfSponsor(before: Standing): Standing {
  return { plan: 'sponsor', isPartner: true, security: before.security ?? 'pending' }
}

export function standingOfSeasonPartner(before: Standing): Standing {
  return { ...before, plan: 'season' }
}

/** How it stands once one of its months, or its permit, has changed. */
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

/** The plan it has while a month of it is live; then the other kind's, if one of those is; then the base. */
function planAfter(plan: Plan, slots: readonly Booked[]): Plan {
  if (plan === 'base') return plan
  return inTurn[plan].find((kind) => slots.some((slot) => slot.kind === kind && isLive(slot))) ?? 'base'
}

/** Somebody who became a partner by sponsoring is one for as long as they sponsor; a guard company with a permit remains. */
function remainsPartner(slots: readonly Booked[], permit: Permit): boolean {
  const sponsored = slots.filter(({ kind }) => kind === 'sponsor')
  return permit !== 'none' || sponsored.length === 0 || sponsored.some(isLive)
}

/**
 * Who is sent to alarms is an operator's word on a permit that holds, whatever is paid for: nobody buys their way there,
 * and an unpaid invoice does not empty the streets.
 */
const securityOf = (permit: Permit) => (permit === 'valid' ? 'active' : 'pending')
