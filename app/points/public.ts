/** What other slices may use of points in the browser. */
export { formatPoints, RECRUITED_POINTS, REVIEW_POINTS } from './points'
