/**
 * Which addresses are about alarms. They have a connection pool and a queue of their own, and go on when the disk is
 * nearly full.
 */

/** The alarm page of the member who is in need. */
export const isInNeed = (page: string) => /^\/dashboard\/customer\/safety(\/|$)/.test(page)

/** What the responders use: the company's page, SMS and calls, personal links, and partners' own systems. */
const isComing = (page: string) =>
  /^\/(dashboard\/provider\/alarms|larm|hemma|vakt\/larm|webhooks\/(sms|voice)|api\/partner)(\/|$)/.test(page)

export const isAboutAlarms = (page: string) => isInNeed(page) || isComing(page)
