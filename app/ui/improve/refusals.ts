/** The summary on top of a refused form (form/error-summary.tsx) takes the focus, and leads to each field. */
export function meetRefusal() {
  const summary = document.querySelector<HTMLElement>('[data-error-summary]')
  if (!summary) return
  meet(summary)
  // An address with a place in it takes the focus there when the page is whole, after us.
  addEventListener('load', () => requestAnimationFrame(() => document.activeElement === document.body && meet(summary)))
  summary.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link) goToField(event, link)
  })
}

/** Focus alone is not enough: what is taller than the screen shows its end, and a page that glides to where its address points glides away. */
export function meet(summary: HTMLElement) {
  summary.focus({ preventScroll: true })
  scrollTo({ top: scrollY, behavior: 'instant' })
  const fits = summary.offsetHeight < innerHeight / 2
  summary.scrollIntoView({ block: fits ? 'nearest' : 'start', behavior: 'instant' })
}

/** The plain link works without us; with us the address stays clean and the field is focused in every browser. */
export function goToField(event: Pick<Event, 'preventDefault'>, link: HTMLAnchorElement) {
  const field = document.getElementById(link.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
