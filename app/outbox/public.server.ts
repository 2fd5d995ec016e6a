/** The public API of outbox for other slices' server code. */
export { layOutMessages, stopBroadcastMessages } from './broadcast-messages-store.server'
export {
  copyMessage,
  hurryMessage,
  lockMessageState,
  readKinds,
  readMessage,
  readOutbox,
  readWaitingCopy,
} from './outbox-list-store.server'
export {
  type Claimed,
  claimDue,
  clearLeftSecrets,
  deleteMailTo,
  deleteMessagesOf,
  deleteMessagesTo,
  deleteOldest,
  insertKeptMail as keepMail,
  insertKeptSms as keepSms,
  insertMail,
  insertPushes,
  insertSecretSms as sendSecretSms,
  insertSms as sendSms,
  type Kept,
  markEnded,
  markReported,
  markRetry,
  markSent,
  putOff,
  type Receipt,
  readShortMessagesOf,
  stopChosenSms,
} from './outbox-store.server'
export { countReceived, readReceived } from './received-store.server'
export { deleteOldReports, type ReportedState, upsertReport } from './report-store.server'
export { exportMail, sendMail, sendMailToAll, sendSecretMail, toCompany, toPerson } from './send-mail.server'
export { readOverdue, type Waiting } from './waiting-store.server'
