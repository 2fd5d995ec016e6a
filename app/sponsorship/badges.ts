import type { Slot, SlotKind } from './slot'

/** What a company has paid to be called this month. Never stored: they follow from its booked months. */
export type MonthBadges = { sponsorOfMonth: boolean; seasonPartner: boolean }

export const badgeNames = {
  sponsorOfMonth: 'Månadens sponsor',
  seasonPartner: 'Säsongspartner',
} as const satisfies Record<keyof MonthBadges, string>

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
