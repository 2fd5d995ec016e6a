/** The public API of audit for other slices' server code. */
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
