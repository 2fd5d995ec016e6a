/** The public API of audit for other slices' pages and rules. Safe for the browser. */
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
