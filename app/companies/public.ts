/** What other slices' pages and rules may import from companies: safe for a browser bundle. */
export { BusySection } from './calendar/parts/busy-section'
export { type Category, categories, categoryLabel } from './category'
export { formatDate, formatPeriod } from './hours/calendar-day'
export { openState, type Span, weekOf } from './hours/opening-hours'
export { CompanyMark } from './logo/parts/company-mark'
export { orgNumberHint } from './org-number'
export { type Package, type Plan, packageOf, packages, plans } from './packages'
export { HiddenNote } from './parts/hidden-note'
export { OrgNumberField } from './parts/org-number-field'
export { PortalSection } from './parts/portal-section'
export { SmallDeed } from './parts/small-deed'
export { eitherOf, type PayWays, payRule, payWayNames } from './paying/pay-ways'
export { CardPhoto } from './photos/parts/card-photo'
export { PhotoWall } from './photos/parts/photo-wall'

export { type SearchWord, wordsOf } from './search-words'
export { bookingAddress, mayBookAt } from './services/booking-address'
export { formatDuration } from './services/duration'
export { NEIGHBOUR_DISCOUNT_PERCENT, neighbourPrice } from './services/neighbour-price'
export { MemberPrice } from './services/parts/member-price'
export { RutHint, RutTerms } from './services/parts/rut-hint'
export { ServiceCard } from './services/parts/service-card'
export { type ServicePlace, servicePlaces } from './services/place'
export { type CentrePapers, isPermitValid } from './standing/permit'
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
export { sellerOf } from './standing/seller'
