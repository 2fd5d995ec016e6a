import { exportedMail } from '~/outbox/export-mail'
import { type Letter, letterAsHtml, letterAsText } from '~/outbox/mail-template'
import type { OpenKind, SecretKind } from '~/outbox/message-kinds'
import { insertMail, insertSecretMail, readMailTo, type Secret } from '~/outbox/outbox-store.server'
import type { Database } from '~/platform/database/database.server'

export { exportNotices } from './choices/export-notices.server'
export {
  deleteSubscriptionAt,
  deleteSubscriptionsOf,
  endPushesOf,
  hasBrowser,
  type PushOwner,
  readSubscriptionsOf,
  upsertSubscription,
} from './choices/push-store.server'
export { registerBrowser } from './choices/register-browser.server'
export { forgetPerson } from './forget-person.server'

export { type Message, notifyCompany, notifyPerson } from './notify.server'
export { type ReportedState, readReport } from './replies/inbound-store.server'
export { type AlarmReply, type ReceivedSms, receiveSms } from './replies/receive-sms.server'
export { type Report, recordReport } from './replies/record-report.server'
export { layOutMessages, stopBroadcastMessages, stopLeftBehind } from './sending/broadcast-messages.server'
export { sendDueMail } from './sending/send-due-mail.server'
export { sendDuePush } from './sending/send-due-push.server'
export { sendDueSms } from './sending/send-due-sms.server'
export { sweepMessages } from './sending/sweep-messages.server'
export { readSmsStanding, type SmsStanding, watchBalance } from './sending/watch-balance.server'

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
export { giveConsent } from './choices/consent-store.server'
