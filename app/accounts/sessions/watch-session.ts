import { loginAgainAddress } from '~/door/return-address'

const lookEvery = 30_000
const firstRetry = 200
const longestRetry = 30_000

/**
 * DOM event: the session is over; `detail` is the id of whoever is logged in instead. A listener that needs the page to
 * stay calls `preventDefault` (`useSession`).
 */
export const sessionOver = 'session-over'
declare global {
  interface DocumentEventMap {
    [sessionOver]: CustomEvent<string | null>
  }
}

/**
 * Polls every half minute, while the page is visible, whether the session still exists and belongs to the person the
 * page was rendered for. Only a definite answer from the server logs out; network errors are retried with exponential
 * back-off. Returns a function that stops it.
 */
export function watchSession(madeFor?: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  async function look(retry: number) {
    if (document.visibilityState === 'hidden') return
    const whose = await askWhose()
    if (ended) return
    // In another tab this person logged out and another logged in, who must not read this page or post from it.
    const isOver = whose === null || (madeFor && whose && whose !== madeFor)
    if (isOver && document.dispatchEvent(new CustomEvent(sessionOver, { cancelable: true, detail: whose }))) {
      // A full page load instead of a client-side navigation, so that nothing of the person stays in memory. The login
      // page redirects whoever is logged in.
      location.replace(loginAgainAddress(location.pathname + location.search, 'utloggad'))
      return
    }
    // Polls may overlap (visibilitychange), so clear a timer that the other poll has set: only one may remain.
    clearTimeout(timer)
    if (whose === undefined) timer = setTimeout(look, Math.min(retry, longestRetry), retry * 2)
    else timer = setTimeout(look, lookEvery, firstRetry)
  }
  function onVisible() {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') void look(firstRetry)
  }

  timer = setTimeout(look, lookEvery, firstRetry)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    ended = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** The id of whoever is logged in. Null for nobody, undefined if the server could not be asked. */
export async function askWhose(withinMs = 10_000): Promise<string | null | undefined> {
  try {
    const response = await fetch('/session', { cache: 'no-store', signal: AbortSignal.timeout(withinMs) })
    if (response.ok) return (await response.json()).whose
  } catch {}
}
