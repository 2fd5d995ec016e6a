/**
 * Replaces a part of the page by the server's present version. A no-op if the fetch fails or the focus is inside the
 * part.
 */
export async function drawAnew(selector: string) {
  const shown = document.querySelector(selector)
  const page = await fetchPage(location.href)
  const fresh = page?.querySelector(selector)
  if (shown && fresh && !shown.contains(document.activeElement)) shown.replaceChildren(...fresh.childNodes)
}

/** Time-out. Nothing is shown while waiting, and further changes are not sent until it is over. */
const patienceMs = 8_000

export async function fetchPage(address: string): Promise<Document | null> {
  try {
    // Browsers without AbortSignal.timeout (Safari before 16) wait without a time-out.
    const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(patienceMs) : null
    const answer = await fetch(address, { signal })
    return answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    // Offline, or timed out.
    return null
  }
}
