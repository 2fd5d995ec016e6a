import type { Database } from '~/platform/database/database.server'
import { exportedMail } from './export-mail'
import { type Letter, letterAsHtml, letterAsText } from './mail-template'
import type { OpenKind, SecretKind } from './message-kinds'
import type { Urgency } from './outbox'
import { insertMail, insertSecretMail, readMailTo, type Secret } from './outbox-store.server'

/** An address alone, or with the person whose mail it is. */
type MailTo = string | { recipient: string; personId: string | null }

/** A person at the address of their own account. */
export const toPerson = ({ id, email }: { id: string; email: string }) => ({ recipient: email, personId: id })

/** A company at its mailbox, which may be another than its owner's. The owner is null once they have left. */
export const toCompany = ({ email, ownerId }: { email: string; ownerId: string | null }) => ({
  recipient: email,
  personId: ownerId,
})

/**
 * Inserts a mail into the outbox in the caller's transaction: it is sent if and only if the change it reports is
 * committed (transactional outbox). `kind` is one of `messageKinds`.
 */
export async function sendMail(db: Database, kind: OpenKind, to: MailTo, subject: string, letter: Letter) {
  await queueMail(db, kind, to, subject, letter, 'notice')
}

/** As `sendMail`, for a mail that goes to everybody at once: it is sent after all mails that somebody may wait for. */
export async function sendMailToAll(db: Database, kind: OpenKind, to: MailTo, subject: string, letter: Letter) {
  await queueMail(db, kind, to, subject, letter, 'many')
}

async function queueMail(db: Database, kind: OpenKind, to: MailTo, subject: string, letter: Letter, urgency: Urgency) {
  const { recipient, personId } = typeof to === 'string' ? { recipient: to, personId: null } : to
  const mail = { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter), urgency }
  await insertMail(db, kind, mail, personId ?? undefined)
}

/** As `sendMail`, for a mail that authenticates: its secret is stored separately, sealed, until the mail is sent. */
export async function sendSecretMail(
  db: Database,
  kind: SecretKind,
  to: { recipient: string; personId?: string },
  subject: string,
  letter: Letter,
  secret: Secret,
) {
  const { recipient, personId } = to
  const mail = { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter) }
  await insertSecretMail(db, kind, mail, secret, personId)
}

/** The mails for the file with all personal data stored about a person, who must have proven the address. */
export async function exportMail(db: Database, person: { id: string; email: string }) {
  return (await readMailTo(db, toPerson(person))).map(exportedMail)
}
