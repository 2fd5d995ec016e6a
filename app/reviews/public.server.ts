/** What other slices may use of reviews. */
export { exportReviews } from './export-reviews.server'
export { type ReviewsShown, readReviewsShown } from './read-reviews.server'
export { insertReview, readReviewed, updateAnswer } from './review-store.server'
