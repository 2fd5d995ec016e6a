import { type OutboxState, outboxStateLabels } from './outbox'
import { withoutSecret } from './outbox-secret'

type StoredMail = { subject: string; body_text: string; state: OutboxState; created_at: Date; sent_at: Date | null }

/** One mail in the file with all personal data stored about a person (data export). */
export function exportedMail(mail: StoredMail) {
  return {
    rubrik: mail.subject,
    text: withoutSecrets(withoutSecret(mail.body_text)),
    status: outboxStateLabels[mail.state],
    skapat: mail.created_at,
    skickat: mail.sent_at,
  }
}

/**
 * Removes the query of every link, where its secret is. The export lies in a download folder and must not open an
 * account.
 */
function withoutSecrets(text: string): string {
  return text.replace(/(https?:\/\/[^\s?#]+)[?#]\S+/g, '$1 (länkens hemliga del är utelämnad)')
}
