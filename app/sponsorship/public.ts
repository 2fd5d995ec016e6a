/** What other slices' pages and rules may take from sponsorship: pure, fit for a browser. */
export { badgeNames, type MonthBadges, noBadges } from './badges'
export { type Package, type Plan, packages } from './packages'
export { SlotsSection } from './parts/slots-section'
