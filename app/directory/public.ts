/** What other slices’ pages and rules may use of directory: fit for a browser. */
export { type SearchWord, wordsOf } from './directory-search'
export { CompanyCard } from './parts/company-card'
