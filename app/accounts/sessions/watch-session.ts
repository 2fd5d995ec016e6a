import { loginAgainAddress } from '~/door/return-address'

const lookEvery = 30_000
const firstRetry = 200
const longestRetry = 30_000

/**
 * Said on the page when the session is over, with the id of whoever is logged in instead. Whoever has a reason to keep the page
 * prevents what follows (`useSession`).
 */
export const sessionOver = 'session-over'
declare global {
  interface DocumentEventMap {
    [sessionOver]: CustomEvent<string | null>
  }
}

/**
 * Looks every half minute, while the page is visible, whether the session still stands, and whether it is that of whoever the page was made for.
 * Only a clear answer from the server signs anyone out: a line that is down is retried, sooner first and then later. Returns how to stop.
 */
export function watchSession(madeFor?: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  async function look(retry: number) {
    if (document.visibilityState === 'hidden') return
    const whose = await askWhose()
    if (ended) return
    // In another tab somebody logged out, and somebody else in: nothing of the first is theirs to read, or to post as their own.
    const isOver = whose === null || (madeFor && whose && whose !== madeFor)
    if (isOver && document.dispatchEvent(new CustomEvent(sessionOver, { cancelable: true, detail: whose }))) {
      // A page load and not a navigation: nothing of the person is to stay in memory. Whoever is logged in is led on from there.
      location.replace(loginAgainAddress(location.pathname + location.search, 'utloggad'))
      return
    }
    // Another look may have begun while this one was under way, and have come back before it: one goes on.
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

/** Who is logged in; null for nobody, and undefined where nobody says so who knows. */
export async function askWhose(withinMs = 10_000): Promise<string | null | undefined> {
  try {
    const response = await fetch('/session', { cache: 'no-store', signal: AbortSignal.timeout(withinMs) })
    if (response.ok) return (await response.json()).whose
  } catch {}
}
