/** What other slices' pages may take from reviews: fit for a browser. */
export { ReviewSection } from './parts/review-section'
export { formatRating } from './rating'
export type { Stars } from './review'
