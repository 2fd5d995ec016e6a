import type { Database } from '~/platform/database/database.server'
import { exportedMail } from './export-mail'
import { type Letter, letterAsHtml, letterAsText } from './mail-template'
import type { OpenKind, SecretKind } from './message-kinds'
import { insertMail, insertSecretMail, readMailTo, type Secret } from './outbox-store.server'

/**
 * Puts a mail in the outbox as part of the caller's transaction: it is sent if and only if the change it
 * tells of was committed. `kind` is its name in the outbox.
 */
export async function sendMail(db: Database, kind: OpenKind, recipient: string, subject: string, letter: Letter) {
  await insertMail(db, kind, { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter) })
}

/** As `sendMail`, for a letter that lets somebody in or proves something: its secret is kept apart, sealed, until it is sent. */
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

/** The mails' part of the file with everything stored about a person: to an address that is proven theirs. */
export async function exportMail(db: Database, address: string) {
  return (await readMailTo(db, address)).map(exportedMail)
}
