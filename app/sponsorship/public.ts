/** What other slices' pages and rules may take from sponsorship: pure, fit for a browser. */
export { badgeNames, type MonthBadges, noBadges, partnerName } from './badges'

export { SlotsSection } from './parts/slots-section'
export type { SlotKind } from './slot'
