/** What other slices and the server may use of accounts. */
export {
  insertTermsAcceptance,
  type LockedMember,
  lockMember,
  readMemberIdByPhone,
  readNames,
  updateMemberStatus,
  updateRole,
} from './account-store.server'
export { mayTry } from './attempts.server'
export { type Asked, answerDeed, type Deed, refusedForm } from './deed.server'
export { onlyAdmin, requireRole, requireSignedIn } from './guard.server'
export { accountMails } from './mails.server'
export { sendDueAccountMail } from './send-due-account-mail.server'
export { sweepAccounts } from './sweep-accounts.server'
