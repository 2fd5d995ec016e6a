/** What other slices' pages may take from accounts: fit for a browser. */
export { deviceName } from './device-name'
export { AccountSection } from './parts/account-section'
export { AccountTabs } from './parts/account-tabs'
export { FreshLogin } from './parts/fresh-login'
export { type FormAnswer, IntentForm } from './parts/intent-form'
export { SessionWatch } from './parts/session-watch'
export { TermsBox } from './parts/terms-box'
