import type { Plan } from '~/companies/public'
import { namesOf } from '~/shared/chosen'
import type { Month } from '~/shared/month'
import { isLive, type Slot, type SlotKind } from './slot'

/** The badges that a company has paid for this month. Derived from its booked months, never stored. */
export type MonthBadges = { sponsorOfMonth: boolean; seasonPartner: boolean }

export const badgeNames = {
  sponsorOfMonth: 'Månadens sponsor',
  seasonPartner: 'Säsongspartner',
} as const satisfies Record<keyof MonthBadges, string>

/** The badge of a company that takes alarms. An operator decides on it; it cannot be bought. */
export const partnerName = 'Trygghetspartner'

export const noBadges: MonthBadges = { sponsorOfMonth: false, seasonPartner: false }

const badgeOf = { sponsor: 'sponsorOfMonth', season: 'seasonPartner' } as const satisfies Record<
  SlotKind,
  keyof MonthBadges
>

/** The badges from a company's slots of one calendar month. Only active slots count. */
export function badgesOf(slotsOfMonth: readonly Pick<Slot, 'kind' | 'status'>[]): MonthBadges {
  const badges = { ...noBadges }
  for (const { kind, status } of slotsOfMonth) if (status === 'active') badges[badgeOf[kind]] = true
  return badges
}

/**
 * How far a booked month is from being seen by everybody. The badge is public in 'shown' only: the company is approved,
 * not hidden, the month is paid, and it has begun (0175). `readShownKinds` is the SQL version.
 */
export type BadgeStep = 'applied' | 'unapproved' | 'hidden' | 'to come' | 'shown' | 'over'

export type SeenWhen = { isApproved: boolean; isHidden: boolean; current: Month }

export function badgeStep(
  slot: Pick<Slot, 'status' | 'month'>,
  { isApproved, isHidden, current }: SeenWhen,
): BadgeStep {
  if (!isLive(slot) || slot.month < current) return 'over'
  if (slot.status === 'reserved') return 'applied'
  if (isHidden) return 'hidden'
  if (!isApproved) return 'unapproved'
  return slot.month > current ? 'to come' : 'shown'
}

/** Ordered, furthest first. */
const stepWords = {
  shown: 'syns nu',
  'to come': 'betald, har inte börjat',
  hidden: 'betald, företaget är dolt',
  unapproved: 'betald, väntar på granskning',
  applied: 'ansökt',
} as const satisfies Record<Exclude<BadgeStep, 'over'>, string>

/** How far the company's present plan has come, in words. Null for the base, which has no months. */
export function planStep(slots: readonly Pick<Slot, 'kind' | 'status' | 'month'>[], plan: Plan, when: SeenWhen) {
  const steps = new Set(slots.filter(({ kind }) => kind === plan).map((slot) => badgeStep(slot, when)))
  const furthest = namesOf(stepWords).find((step) => steps.has(step))
  return furthest ? stepWords[furthest] : null
}
