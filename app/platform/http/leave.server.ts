import { redirectDocument } from 'react-router'

/**
 * On to a page for everyone, when a session has just ended: as a new document, since what the old one was made of, names
 * and all, stays in it as long as it is open; and without what the browser kept for going back. Pages, and not "storage":
 * an alarm that nobody has answered yet lies there, and the page without a line.
 */
export function leave(to: string, headers: Headers): Response {
  headers.set('Clear-Site-Data', '"cache"')
  return redirectDocument(to, { headers })
}
