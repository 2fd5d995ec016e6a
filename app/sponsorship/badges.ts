import type { Slot } from './slot'

/** What a company has paid to be called this month. Never stored: they follow from its booked months. */
export type MonthBadges = { sponsorOfMonth: boolean; seasonPartner: boolean }

export const badgeNames = {
  sponsorOfMonth: 'Månadens sponsor',
  seasonPartner: 'Säsongspartner',
} as const satisfies Record<keyof MonthBadges, string>

export const noBadges: MonthBadges = { sponsorOfMonth: false, seasonPartner: false }

/** From the months of one company in one calendar month: what is only reserved, or is over, says nothing. */
export function badgesOf(slotsOfMonth: readonly Pick<Slot, 'kind' | 'status'>[]): MonthBadges {
  const has = (kind: Slot['kind']) => slotsOfMonth.some((slot) => slot.kind === kind && slot.status === 'active')
  return { sponsorOfMonth: has('sponsor'), seasonPartner: has('season') }
}
