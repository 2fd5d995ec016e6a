import type { Plan } from '~/companies/public'
import { namesOf } from '~/shared/chosen'
import type { Month } from '~/shared/month'
import { isLive, type Slot, type SlotKind } from './slot'

/** What a company has paid to be called this month. Never stored: they follow from its booked months. */
export type MonthBadges = { sponsorOfMonth: boolean; seasonPartner: boolean }

export const badgeNames = {
  sponsorOfMonth: 'Månadens sponsor',
  seasonPartner: 'Säsongspartner',
} as const satisfies Record<keyof MonthBadges, string>

/** Whoever takes alarms, which is an operator's word and nothing that is bought. */
export const partnerName = 'Trygghetspartner'

export const noBadges: MonthBadges = { sponsorOfMonth: false, seasonPartner: false }

const badgeOf = { sponsor: 'sponsorOfMonth', season: 'seasonPartner' } as const satisfies Record<
  SlotKind,
  keyof MonthBadges
>

/** From the months of one company in one calendar month: what is only reserved, or is over, says nothing. */
export function badgesOf(slotsOfMonth: readonly Pick<Slot, 'kind' | 'status'>[]): MonthBadges {
  const badges = { ...noBadges }
  for (const { kind, status } of slotsOfMonth) if (status === 'active') badges[badgeOf[kind]] = true
  return badges
}

/**
 * How far a booked month has come towards everybody's eyes. The badge is public in `shown` alone: the company is approved,
 * the month is paid, and it runs (0175). `readShownKinds` asks the database the same.
 */
export type BadgeStep = 'applied' | 'unapproved' | 'to come' | 'shown' | 'over'

export type SeenWhen = { isApproved: boolean; current: Month }

export function badgeStep(slot: Pick<Slot, 'status' | 'month'>, { isApproved, current }: SeenWhen): BadgeStep {
  if (!isLive(slot) || slot.month < current) return 'over'
  if (slot.status === 'reserved') return 'applied'
  if (!isApproved) return 'unapproved'
  return slot.month > current ? 'to come' : 'shown'
}

/** The furthest first. */
const stepWords = {
  shown: 'syns nu',
  'to come': 'betald, har inte börjat',
  unapproved: 'betald, väntar på granskning',
  applied: 'ansökt',
} as const satisfies Record<Exclude<BadgeStep, 'over'>, string>

/** How far the plan that a company has set has come, in words; null for the base, which has no month. */
export function planStep(slots: readonly Pick<Slot, 'kind' | 'status' | 'month'>[], plan: Plan, when: SeenWhen) {
  const steps = new Set(slots.filter(({ kind }) => kind === plan).map((slot) => badgeStep(slot, when)))
  const furthest = namesOf(stepWords).find((step) => steps.has(step))
  return furthest ? stepWords[furthest] : null
}
