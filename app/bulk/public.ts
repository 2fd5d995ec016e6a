/** What other slices' pages may take from bulk: fit for a browser. */
export { BulkJobs } from './parts/bulk-jobs'
export { BulkProgress } from './parts/bulk-progress'
