/** What other slices may use of reviews on the server. */
export { exportReviewReports, exportReviews } from './export-reviews.server'
export { readReviewsShown } from './read-reviews.server'
export { insertReview, readReviewed, updateAnswer } from './review-store.server'
