/** What other slices may use of companies. */
export { countWaiting } from './admin-store.server'
export { type BillingAddress, readBillingAddresses } from './billing-address.server'
export {
  type BookableSearch,
  type BookableService,
  lockCapacity,
  lockServiceToBook,
  readBookable,
  readBookableCategories,
  readCompanyTimes,
  readServiceToBook,
  type ServiceToBook,
} from './bookable-store.server'
export { companyBulk } from './bulk-companies.server'
export { readAreas, readCallStanding } from './call-standing.server'
export {
  closeCompanyOf,
  insertCompany as registerCompany,
  readCompanyContact,
  readCompanyNames,
  readOwnCompany,
} from './company-store.server'
export { areasOf, dispatchable, hasArea, hasAreaBeside } from './dispatchable.server'
export { exportCompanies } from './export-companies.server'
export { type Listing, readListing, updateListing } from './listing-store.server'
export { type OwnCompany, requireOwnCompany } from './own-company.server'
export { readActivePartners, readNeighbourCompanies, readSafetyPartners } from './read-directory.server'
export { forgetReferrers, type Recruited, readRecruited } from './recruited.server'
export { forgetLogo } from './save-logo.server'
