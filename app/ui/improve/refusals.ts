/**
 * On plain pages: focuses the summary of a refused form (form/error-summary.tsx), and makes its links focus the fields.
 */
export function meetRefusal() {
  const summary = document.querySelector<HTMLElement>('[data-error-summary]')
  if (!summary) return
  meet(summary)
  // If the URL has a fragment, the browser moves the focus there after the page has loaded, so focus the summary again.
  addEventListener('load', () => requestAnimationFrame(() => document.activeElement === document.body && meet(summary)))
  summary.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link) goToField(event, link)
  })
}

/**
 * Focus alone is not enough: for an element taller than the screen the browser shows its end, and smooth scrolling to a
 * fragment would continue.
 */
export function meet(summary: HTMLElement) {
  summary.focus({ preventScroll: true })
  scrollTo({ top: scrollY, behavior: 'instant' })
  const fits = summary.offsetHeight < innerHeight / 2
  summary.scrollIntoView({ block: fits ? 'nearest' : 'start', behavior: 'instant' })
}

/**
 * Without scripts the plain link works. Here the URL stays without a fragment, and the field is focused in every
 * browser.
 */
export function goToField(event: Pick<Event, 'preventDefault'>, link: HTMLAnchorElement) {
  const field = document.getElementById(link.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
