import type { Database } from '~/platform/database/database.server'
import { exportedMail } from './export-mail'
import { type Letter, letterAsHtml, letterAsText } from './mail-template'
import { insertMail, readMailTo } from './outbox-store.server'

export type { Letter } from './mail-template'
export { deleteMailTo } from './outbox-store.server'
export { sendDueMail } from './send-due-mail.server'

/**
 * Puts a mail in the outbox as part of the caller's transaction: it is sent if and only if the change it
 * tells of was committed. `kind` is its name in the outbox.
 */
export async function sendMail(db: Database, kind: string, recipient: string, subject: string, letter: Letter) {
  await insertMail(db, kind, { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter) })
}

/** The mails' part of the file with everything stored about a person: to an address that is proven theirs. */
export async function exportMail(db: Database, address: string) {
  return (await readMailTo(db, address)).map(exportedMail)
}
