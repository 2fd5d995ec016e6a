/** What other slices may use of admin. */
export type { AuditDeed } from './audit-labels'
export { type AuditEntry, readAudit, recordAudit } from './audit-store.server'
export { countDaysThatAreOver } from './count-days.server'
export { noteRefusedAdmin } from './note-refused.server'
export { readBanner } from './settings-store.server'
