/** What other slices may use of the directory in the browser. */
export { readDirectorySearch } from './directory-search'
export { CompanyCard, CompanyCards } from './parts/company-card'
