/** What other slices may use of admin. */
export { type AuditEntry, readAudit, recordAudit } from './audit-store.server'
