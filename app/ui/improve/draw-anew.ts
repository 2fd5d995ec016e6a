/** A part of the page as the server draws it now. Without an answer, or where somebody is at something in it, it stays as it is. */
export async function drawAnew(selector: string) {
  const shown = document.querySelector(selector)
  const page = await fetchPage(location.href)
  const fresh = page?.querySelector(selector)
  if (shown && fresh && !shown.contains(document.activeElement)) shown.replaceChildren(...fresh.childNodes)
}

/** Nothing is shown while it is waited for, and whoever moves on in the form is not asked about until it is over. */
const patienceMs = 8_000

export async function fetchPage(address: string): Promise<Document | null> {
  try {
    // Where a browser cannot call off what it asks, as Safari before 16, it is waited for.
    const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(patienceMs) : null
    const answer = await fetch(address, { signal })
    return answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    // No line, or one that says nothing.
    return null
  }
}
