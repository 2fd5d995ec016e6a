/** What other slices' pages and rules may take from companies: fit for a browser. */
export { type Category, categories, categoryLabel } from './category'
export { formatDate, formatPeriod } from './hours/calendar-day'
export { openState, type Span, weekOf } from './hours/opening-hours'
export { CompanyMark } from './logo/parts/company-mark'
export { orgNumberHint } from './org-number'
export { type Package, type Plan, packageOf, packages, planFrom } from './packages'
export { OrgNumberField } from './parts/org-number-field'
export { PortalSection } from './parts/portal-section'
export { SmallDeed } from './parts/small-deed'
export { isNear, plainText } from './plain-text'
export { bookingAddress, mayBookAt } from './services/booking-address'
export { formatDuration } from './services/duration'
export {
  NEIGHBOUR_DISCOUNT_PERCENT,
  type NeighbourPrice,
  neighbourPrice,
  type RutEstimate,
  rutEstimate,
} from './services/neighbour-price'
export { ServiceCard } from './services/parts/service-card'
export { isDispatchable, isPermitValid, type Permit } from './standing/permit'
export {
  looksAtName,
  mayReview,
  type ReviewDeed,
  type ReviewList,
  type ReviewState,
  reviewListFrom,
  reviewLists,
  reviewStateLabels,
  stateAfter,
} from './standing/review'
