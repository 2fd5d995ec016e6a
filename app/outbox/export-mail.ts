import { type OutboxState, outboxStateLabels } from './outbox'
import { withoutSecret } from './outbox-secret'

type StoredMail = { subject: string; body_text: string; state: OutboxState; created_at: Date; sent_at: Date | null }

/** A mail as it stands in the file with everything stored about a person. */
export function exportedMail(mail: StoredMail) {
  return {
    rubrik: mail.subject,
    text: withoutSecrets(withoutSecret(mail.body_text)),
    status: outboxStateLabels[mail.state],
    skapat: mail.created_at,
    skickat: mail.sent_at,
  }
}

/** A link's secret is in its query; a file that lies in a download folder must not open an account. */
function withoutSecrets(text: string): string {
  return text.replace(/(https?:\/\/[^\s?#]+)[?#]\S+/g, '$1 (länkens hemliga del är utelämnad)')
}
