import { isAboutAlarms } from './about-alarms'

/**
 * What is still taken beside alarms when the disk is nearly full: people on duty, logging in and out, providers' reports,
 * and administrators, who have to put it right.
 */
const goesOn = /^\/(dashboard\/(provider\/guards|admin)|vakt|webhooks|auth|logout|session|api\/token)(\/|$)/

/** Whether something that somebody sends can wait until there is room again. */
export function canBePutOff(method: string, page: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && !isAboutAlarms(page) && !goesOn.test(page)
}
