import { redirectDocument } from 'react-router'

/**
 * Redirects to a public page after a session has ended. As a full document load, because the old document keeps names
 * and other data in memory; and with the back/forward cache cleared. Clears only "cache" and not "storage", which holds
 * alarms not answered by the server yet, and the offline page.
 */
export function leave(to: string, headers: Headers): Response {
  headers.set('Clear-Site-Data', '"cache"')
  return redirectDocument(to, { headers })
}
