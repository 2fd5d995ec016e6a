import { isAboutAlarms } from './about-alarms'

/**
 * What is still accepted, besides alarms, when the disk is nearly full: guards' duty, logging in and out, provider
 * webhooks, and administrators, who have to mend it.
 */
const goesOn = /^\/(dashboard\/(provider\/guards|admin)|vakt|webhooks|auth|logout|session|api\/token)(\/|$)/

/** Whether a request that writes can wait until there is disk space again. */
export function canBePutOff(method: string, page: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && !isAboutAlarms(page) && !goesOn.test(page)
}
