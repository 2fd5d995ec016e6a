/** What other slices’ pages and rules may use of audit: fit for a browser. */
export { type AuditDeed, auditDeeds, auditLabel, auditSubjects, subjectLabel } from './audit-labels'
export {
  type AuditOrder,
  type AuditSearch,
  auditOrders,
  auditSearchFrom,
  everything,
  listQueryOf,
  queryOf,
} from './audit-search'
export { History } from './parts/history'
