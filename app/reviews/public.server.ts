/** What other slices may use of reviews. */
export { exportReviews } from './export-reviews.server'
export { type ReviewsShown, readReviewsShown } from './read-reviews.server'
export { readReviewed } from './review-store.server'
