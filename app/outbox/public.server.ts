/** What other slices may use of outbox. */
export {
  clearLeftSecrets,
  deleteMailTo,
  deleteMessagesOf,
  deleteOldest,
  insertMail,
  insertPushes,
  insertSecretSms as sendSecretSms,
  insertSms as sendSms,
  markReported,
  readShortMessagesOf,
  stopChosenSms,
} from './outbox-store.server'
