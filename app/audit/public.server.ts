/** What other slices may use of audit. */
export {
  type AuditEntry,
  countRefusals,
  readAudit,
  readDeeds,
  recordAudit,
  recordExport,
  searchAudit,
} from './audit-store.server'
export { noteRefusedAdmin } from './note-refused.server'
