/** The public API of accounts for other slices' server code and the server. */
export {
  deleteAccountMailRequests,
  deleteProfile,
  hasProvenPhone,
  insertAccountMailRequest as requestAccountMail,
  insertProfile,
  type LockedMember,
  lockAdmins,
  lockMember,
  lockMembers,
  lockProfile,
  personContact,
  personName,
  personPhone,
  readAccount,
  readAdminIds,
  readContact,
  readEmailChange,
  readIdsByPhone,
  readMemberIdByProvenPhone,
  readNames,
  readNamesInPostcode,
  updateMemberStatus,
  updateRole,
} from './account-store.server'
export { sendDueAccountMail } from './address/send-due-account-mail.server'
export { answerProgram, wrongMethod } from './api/pages/answer-program.server'
export { createAccount } from './create-account.server'
export { confirmLogin, refuseStaleLogin } from './login/confirm-login.server'
export { isFresh } from './login/fresh-login'
export { shareABrowser } from './login/known-browser-store.server'
export { logIn } from './login/log-in.server'
export { parseProven, readProofs } from './login/prove-self.server'
export {
  deleteSessions as endSessionsOf,
  prolongSession,
  readIdentities,
  readSessionsWhole,
} from './login/session-store.server'
export { mayActAs, maySeeAsAdmin, personHasRole, personMayAct, readIsBlocked, readMayAct } from './may-act-store.server'
export { logInByPasskey } from './passkeys/log-in-by-passkey.server'
export { readPasskeys } from './passkeys/passkey-store.server'
export {
  type LockedPerson,
  lockPerson,
  lookForPeople,
  type PersonRow,
  readNewestPeople,
  readPeople,
  readPerson,
  updateBlock,
  updatePostcode,
} from './people-store.server'
export { confirmPhoneProof, provePhone, sendPhoneCode, startPhoneProof } from './phone/phone-proof.server'
export { deletePhoneProof, readPhoneProof } from './phone/phone-proof-store.server'
export { isWithinTotal, notTextable } from './phone/refuse-text.server'
export { ownsCompany } from './profile/owns-company.server'
export { readByAddress } from './recovery/mail-link-store.server'
export { accountMark } from './sessions/account-mark.server'
export { revokeEverything } from './sessions/revoke-everything.server'
export { sweepAccounts } from './sweep-accounts.server'
export { tellOfTerms } from './terms/tell-of-terms.server'
export { currentTerms, newestNews, newsId } from './terms/terms'
export { acceptTerms, readTermsAcceptances, readTermsNotices } from './terms/terms-store.server'
