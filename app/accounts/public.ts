/** What other slices' pages may take from accounts: fit for a browser. */
export { AccountSection } from './parts/account-section'
export { type FormAnswer, IntentForm } from './parts/intent-form'
export { SessionWatch } from './parts/session-watch'
export { TermsBox } from './parts/terms-box'
