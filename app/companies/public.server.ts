/** What other slices may use of companies. */
export { insertCompany as registerCompany, readDirectory, readOwnCompany, readSafetyPartners } from './company-store.server'
