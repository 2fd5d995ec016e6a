/**
 * Where to go after login. The query parameter is untrusted (open redirect), so only a path of our own is accepted:
 * "//evil.test", "/\evil.test" and "https:" lead elsewhere.
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
 * Paths that are not pages: they end a login or answer programs. /auth would be a redirect loop. Other paths without a
 * page are downloads, or redirect to the page of their form; test/shape/routes.test.ts checks this list against the
 * routes.
 */
const noPage =
  /^\/(auth|logout|session|live|assets|webhooks|push|og|api\/.+|\.well-known|status(\.atom)?|(sitemap|robots)\.\w+|calendar\.ics|dashboard\/notices\/unread)(\/|$)/

/** Why somebody was sent to the login page. The page has a text for each, and never shows text from the address. */
export type LoginReason = 'utloggad' | 'utloggad-osparat' | 'osparat'

/** The login page's address, with the way back, and the reason if there is one to show. */
export function loginAddress(from: string, why?: LoginReason): string {
  if (why) return loginAgainAddress(from, why)
  return from === '/dashboard' ? '/auth' : `/auth?redirectTo=${encodeURIComponent(from)}`
}

/** A function of its own for the browser bundle, where each byte counts. */
export const loginAgainAddress = (from: string, why: LoginReason) =>
  `/auth?redirectTo=${encodeURIComponent(from)}&varfor=${why}`
