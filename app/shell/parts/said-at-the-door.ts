import { isRouteErrorResponse } from 'react-router'

export type Said = { title: string; text: string }

/** Statuses with which the server refuses a request before any page runs: malformed, too slow, too large, too many. */
const turnedAway = [400, 408, 413, 429]

/**
 * The server's own words for a refused request (server/pages/plain-pages.ts): what was wrong, and that nothing was
 * saved. Without scripts the browser shows that page; with scripts it arrives in place of a page's data and is parsed
 * here.
 */
export function saidAtTheDoor(error: unknown): Said | null {
  if (!isRouteErrorResponse(error) || !turnedAway.includes(error.status)) return null
  if (typeof error.data !== 'string' || typeof DOMParser === 'undefined') return null
  const page = new DOMParser().parseFromString(error.data, 'text/html')
  const title = page.querySelector('main > h1')?.textContent
  // Paragraphs with links are left out: the page that shows this has links of its own.
  const text = [...page.querySelectorAll('main > p:not(:has(a))')].map((words) => words.textContent).join(' ')
  return title && text ? { title, text } : null
}
