import { loginAgainAddress } from '~/door/return-address'

const lookEvery = 30_000
const firstRetry = 200
const longestRetry = 30_000

/** Said on the page when the session is over. Whoever has a reason to keep the page prevents what follows (`useSession`). */
export const sessionOver = 'session-over'

/**
 * Looks every half minute, while the page is visible, whether the session still stands. Only a clear
 * answer from the server signs anyone out: a line that is down is retried, sooner first and then later. Returns how to stop.
 */
export function watchSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  async function look(retry: number) {
    if (document.visibilityState === 'hidden') return
    const stands = await askSession()
    if (ended) return
    if (stands === false && document.dispatchEvent(new Event(sessionOver, { cancelable: true }))) {
      // A page load and not a navigation: nothing of the person is to stay in memory.
      location.replace(loginAgainAddress(location.pathname + location.search, 'utloggad'))
      return
    }
    const isUnknown = stands === null
    timer = setTimeout(look, isUnknown ? Math.min(retry, longestRetry) : lookEvery, isUnknown ? retry * 2 : firstRetry)
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

/** Whether it stands; null where nobody says so who knows. */
export async function askSession(): Promise<boolean | null> {
  try {
    const response = await fetch('/session', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (!response.ok) return null
    const body: unknown = await response.json()
    if (typeof body !== 'object' || body === null || !('signedIn' in body)) return null
    return body.signedIn === true
  } catch {
    return null
  }
}
