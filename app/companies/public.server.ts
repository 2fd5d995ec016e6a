/** What other slices may use of companies. */
export { countWaiting } from './admin-store.server'
export {
  closeCompanyOf,
  insertCompany as registerCompany,
  readOwnCompany,
} from './company-store.server'
export { exportCompanies } from './export-companies.server'
export { type Listing, readListing, updateListing } from './listing-store.server'
export { readNeighbourCompanies, readSafetyPartners } from './read-directory.server'
export { forgetReferrers, type Recruited, readRecruited } from './recruited.server'
export { forgetLogo } from './save-logo.server'
