/** The public API of notifications for other slices' server code. */

export { giveConsent } from './choices/consent-store.server'
export { exportNotices } from './choices/export-notices.server'
export {
  deleteSubscriptionAt,
  deleteSubscriptionsOf,
  endPushesOf,
  hasBrowser,
  readSubscriptionsOf,
  upsertSubscription,
} from './choices/push-store.server'
export { registerBrowser } from './choices/register-browser.server'
export { forgetPerson } from './forget-person.server'
export { type Message, notifyByChoice, notifyPerson, writeLetter } from './notify.server'
export { countUnread } from './received/read-received.server'
export { type ReceivedSms, receiveSms } from './replies/receive-sms.server'
export { type Report, recordReport } from './replies/record-report.server'
export { readNights } from './sending/quiet-until.server'
export { sendDueMail } from './sending/send-due-mail.server'
export { sendDuePush } from './sending/send-due-push.server'
export { sendDueSms } from './sending/send-due-sms.server'
export { sweepMessages } from './sending/sweep-messages.server'
export { readSmsBalance, readSmsStanding, watchBalance } from './sending/watch-balance.server'
export { tellOfManyCodes } from './tell-of-many-codes.server'
