/**
 * Where a person was going when they were asked to log in. Anybody can write the query, so only a path
 * of our own counts: "//evil.test", "/\evil.test" and "https:" are addresses elsewhere.
 */
export function returnAddress(given: string | null | undefined): string {
  const home = '/dashboard'
  if (!given?.startsWith('/')) return home
  const base = 'https://own.invalid'
  try {
    const url = new URL(given, base)
    if (url.origin !== base || url.pathname.startsWith('//') || noPage.test(url.pathname)) return home
    return url.pathname + url.search + url.hash
  } catch {
    return home
  }
}

/**
 * Nobody stands on these: they end a login, or answer a program. Back to the login page would only turn in circles. What else is no page is
 * a file that somebody asked for, or leads on to the page that its form stood on; test/shape/routes.test.ts holds it against the map.
 */
const noPage =
  /^\/(auth|logout|session|live|assets|webhooks|push|og|api\/.+|\.well-known|status(\.atom)?|(sitemap|robots)\.\w+|calendar\.ics|dashboard\/notices\/unread)(\/|$)/

/** Why somebody was led to the login page, as its address says it; the page has the words, and shows none of the address. */
export type LoginReason = 'utloggad' | 'utloggad-osparat' | 'osparat'

/** The login page, with the way back, and why one is there where there is something to say. */
export function loginAddress(from: string, why?: LoginReason): string {
  if (why) return loginAgainAddress(from, why)
  return from === '/dashboard' ? '/auth' : `/auth?redirectTo=${encodeURIComponent(from)}`
}

/** By itself for the browser, where each byte of a page counts. */
export const loginAgainAddress = (from: string, why: LoginReason) =>
  `/auth?redirectTo=${encodeURIComponent(from)}&varfor=${why}`
