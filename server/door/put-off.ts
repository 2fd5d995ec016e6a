/**
 * What is still taken when the disk is nearly full: alarms and what is done about them, people on duty, logging in
 * and out, providers' reports, and administrators, who have to put it right.
 */
const goesOn =
  /^\/(dashboard\/(customer\/safety|provider\/(alarms|guards)|admin)|larm|hemma|vakt|webhooks|auth|logout|session|api\/(token|partner))(\/|\.data$|$)/

/** Whether something that somebody sends can wait until there is room again. */
export function canBePutOff(method: string, path: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && !goesOn.test(path)
}
