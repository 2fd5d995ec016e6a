/** What other slices may use of company-desk. */
export { companyBulk } from './bulk-companies.server'
