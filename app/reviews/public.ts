/** What other slices may use of reviews in the browser. */
export { ReviewSection } from './parts/review-section'
export { formatRating } from './rating'
export type { Stars } from './review'
