/** What other slices' pages and rules may take from admin: fit for a browser. */
export { auditLabel } from './audit-labels'
export { History } from './parts/history'
