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
    const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
    return answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    // No line, or one that says nothing.
    return null
  }
}
