/** What other slices' pages and rules may take from companies: fit for a browser. */
export { type Category, categories, categoryLabel } from './category'
export { formatDuration } from './duration'
export {
  NEIGHBOUR_DISCOUNT_PERCENT,
  type NeighbourPrice,
  neighbourPrice,
  type RutEstimate,
  rutEstimate,
} from './neighbour-price'
export { CompanyCard } from './parts/company-card'
export { OrgNumberField } from './parts/org-number-field'
export { isDispatchable, isPermitValid, type Permit } from './permit'
