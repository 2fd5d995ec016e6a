/** What is about alarms, by address: it has its own lines to the database, its own turn, and goes on when the disk is nearly full. */

/** The page and the press of whoever is in need. */
export const isInNeed = (page: string) => /^\/dashboard\/customer\/safety(\/|$)/.test(page)

/** What those who come do, by their page, an SMS or call, a link or their own system. */
const isComing = (page: string) =>
  /^\/(dashboard\/provider\/alarms|larm|hemma|vakt\/larm|webhooks\/(sms|voice)|api\/partner)(\/|$)/.test(page)

export const isAboutAlarms = (page: string) => isInNeed(page) || isComing(page)
