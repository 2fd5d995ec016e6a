import type { Database } from '~/platform/database/database.server'
import { interestLabel } from './contact-interests'
import { readContactMessagesFrom } from './contact-store.server'

/** The contact form's part of the personal data export. `email` must be an address proven to be the person's. */
export async function exportContactMessages(db: Database, email: string) {
  const messages = await readContactMessagesFrom(db, email)
  return messages.map(({ name, interest, message, created_at }) => ({
    namn: name,
    gäller: interestLabel(interest),
    meddelande: message,
    skickat: created_at,
  }))
}
