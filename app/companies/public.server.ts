/** What other slices may use of companies. */
export {
  closeCompanyOf,
  insertCompany as registerCompany,
  readOwnCompany,
} from './company-store.server'
export { readNeighbourCompanies, readSafetyPartners } from './directory-store.server'
export { exportCompanies } from './export-companies.server'
