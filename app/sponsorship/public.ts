/** What other slices' pages and rules may import from sponsorship: pure, safe for a browser bundle. */
export { badgeNames, type MonthBadges, noBadges, partnerName } from './badges'

export { SlotsSection } from './parts/slots-section'
export type { SlotKind } from './slot'
