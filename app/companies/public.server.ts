/** What other slices may use of companies. */

export { readBillingAddresses } from './billing-address.server'
export {
  closeCompanyOf,
  insertCompany as registerCompany,
  type NewCompany,
  readCompanyContact,
  readCompanyNames,
  readOwnCompany,
} from './company-store.server'
export { exportCompanies } from './export-companies.server'
export { readClosedDays, readOpeningHours } from './hours/hours-store.server'
export { localTime } from './hours/local-time.server'
export { type Listing, readListing, updateListing } from './listing-store.server'
export { forgetLogo } from './logo/save-logo.server'
export { notifyCompany } from './notify-company.server'
export { type OwnCompany, requireOwnCompany } from './own-company.server'
export { lockCompany } from './own-company-store.server'
export {
  type BookableService,
  lockCapacity,
  lockServiceToBook,
  readBookable,
  readBookableCategories,
  readCompanyTimes,
  readServiceToBook,
  type ServiceToBook,
} from './services/bookable-store.server'
export { cardColumns, isListed, isNameApproved } from './services/card-columns.server'
export {
  countWaiting,
  deletePermit,
  type ListCursor,
  lockReviewed,
  readChosen,
  readForReview,
  readPermit,
  readWhole,
  updateNames,
  updateReview,
  upsertPermit,
} from './standing/admin-store.server'
export { readAreas, readCallStanding } from './standing/call-standing.server'
export { areasOf, dispatchable, hasArea, hasAreaBeside } from './standing/dispatchable.server'
export { forgetReferrers, type Recruited, readRecruited } from './standing/recruited.server'
