/** What other slices' pages and rules may take from companies: fit for a browser. */
export { type Category, categories, categoryLabel } from './category'
export { type NeighbourPrice, neighbourPrice, type RutEstimate, rutEstimate } from './neighbour-price'
export { orgNumberHint } from './org-number'
export { CompanyCard } from './parts/company-card'
export { isDispatchable, isPermitValid, type Permit } from './permit'
