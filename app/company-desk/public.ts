/** What other slices' pages and rules may import from company-desk: safe for a browser bundle. */
export { queryOf as companyQueryOf, readAdminSearch } from './company-search'
