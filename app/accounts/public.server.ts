/** What other slices and the server may use of accounts. */
export {
  insertAccountMailRequest as requestAccountMail,
  insertTermsAcceptance,
  type LockedMember,
  lockAdmins,
  lockMember,
  lockMembers,
  readAdminIds,
  readContact,
  readIdsByPhone,
  readMemberIdByProvenPhone,
  readNames,
  readNamesInPostcode,
  updateMemberStatus,
  updateRole,
} from './account-store.server'
export { answerProgram, wrongMethod } from './api/answer-program.server'
export { mayTry } from './attempts.server'
export { refuseStaleLogin } from './confirm-login.server'
export { type Asked, answerDeed, type Deed, refusedForm } from './deed.server'
export { isFresh } from './fresh-login'
export { isAdmin, lacksSecondFactor, onlyAdmin, requireRole, requireSignedIn } from './guard.server'
export { shareABrowser } from './known-browser-store.server'
export { readByAddress } from './mail-link-store.server'
export { mayActAs, readIsBlocked, readMayAct } from './may-act.server'
export { confirmPhoneProof, startPhoneProof } from './phone-proof.server'
export { deletePhoneProof, type PhoneOwner, readPhoneProof } from './phone-proof-store.server'
export { isWithinTotal, notTextable } from './refuse-text.server'
export { returnAddress } from './return-address'
export { revokeEverything } from './revoke-everything.server'
export { sendDueAccountMail } from './send-due-account-mail.server'
export { deleteSessions as endSessionsOf } from './session-store.server'
export { sweepAccounts } from './sweep-accounts.server'
