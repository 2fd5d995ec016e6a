/** What other slices' pages and words may take from points: fit for a browser. */
export { formatPoints, RECRUITED_POINTS, REVIEW_POINTS } from './points'
