/** What other slices' pages and rules may take of the company desk: fit for a browser. */
export { queryOf as companyQueryOf, readAdminSearch } from './company-search'
