/** The public API of bulk for other slices' server code and the server. */
export { beginBulk, stopBulk } from './begin-bulk.server'
export { type BulkJob, insertBulkJob, readBulkJob } from './bulk-store.server'
export { type BulkWords, readBulkJobs, readBulkProgress } from './read-bulk.server'
export { type BulkKind, type BulkPorts, beganBy, runBulk } from './run-bulk.server'
