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

/** An application as a sponsor makes a partner at once; alarms wait for the payment and a permit. */
export function standingOfSponsor(before: Standing): Standing {
  return { plan: 'sponsor', isPartner: true, security: before.security ?? 'pending' }
}

export function standingOfSeasonPartner(before: Standing): Standing {
  return { ...before, plan: 'season' }
}

/** How it stands once one of its months, or its permit, has changed. */
export function standingAfter(before: Standing, slots: readonly Booked[], permit: Permit): Standing {
  const isPartner = before.isPartner && remainsPartner(slots, permit)
  return {
    plan: planAfter(before.plan, slots),
    isPartner,
    security: isPartner ? securityAfter(before, slots, permit) : null,
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
 * Nobody without a valid permit is sent to an alarm, whatever was paid; and a permit alone is not enough, the
 * first month must be paid. Who is on duty already stays so while the next month is unpaid: an invoice must
 * not empty the streets.
 */
function securityAfter(before: Standing, slots: readonly Booked[], permit: Permit): 'pending' | 'active' {
  if (permit !== 'valid') return 'pending'
  const hasPaid = slots.some(({ kind, status }) => kind === 'sponsor' && status === 'active')
  return hasPaid || before.security === 'active' ? 'active' : 'pending'
}
