import { isRouteErrorResponse } from 'react-router'

export type Said = { title: string; text: string }

/** What the door turns away before any page can answer: unreadable, too slow, too large, too many. */
const turnedAway = [400, 408, 413, 429]

/**
 * The door's own words (server/pages/plain-pages.ts) for what it turned away, which says what was wrong and that nothing was
 * saved. Without scripts its page is what one sees; with them it comes in the place of a page's data.
 */
export function saidAtTheDoor(error: unknown): Said | null {
  if (!isRouteErrorResponse(error) || !turnedAway.includes(error.status)) return null
  if (typeof error.data !== 'string' || typeof DOMParser === 'undefined') return null
  const page = new DOMParser().parseFromString(error.data, 'text/html')
  const title = page.querySelector('main > h1')?.textContent
  // The ways on are the page's own that shows this.
  const text = [...page.querySelectorAll('main > p:not(:has(a))')].map((words) => words.textContent).join(' ')
  return title && text ? { title, text } : null
}
