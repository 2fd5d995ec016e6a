/** The public API of bulk for other slices' pages. Safe for the browser. */
export { BulkJobs } from './parts/bulk-jobs'
export { BulkProgress } from './parts/bulk-progress'
