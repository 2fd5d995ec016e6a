/** What other slices' pages may take from accounts: fit for a browser. */

export { isFresh } from './login/fresh-login'
export { providerName } from './login/provider-name'
export { notAllWords } from './looked-at'
export { AccountSection } from './parts/account-section'
export { AccountTabs } from './parts/account-tabs'
export { FreshLogin } from './parts/fresh-login'
export { NeedsCompanyAccount } from './parts/needs-company-account'
export { PasskeyLogIn } from './parts/passkey-log-in'
export { TermsBox } from './parts/terms-box'
export { PhoneSection } from './phone/parts/phone-section'
export { deviceName } from './sessions/device-name'
export { SessionWatch } from './sessions/parts/session-watch'
