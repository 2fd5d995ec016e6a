/** What other slices may use of companies. */
export { insertCompany as registerCompany } from './company-store.server'
