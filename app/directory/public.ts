/** What other slices’ pages and rules may use of directory: fit for a browser. */
export { readDirectorySearch } from './directory-search'
export { CompanyCard, CompanyCards } from './parts/company-card'
