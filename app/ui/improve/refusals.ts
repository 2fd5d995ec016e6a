/** The summary on top of a refused form (form/error-summary.tsx) takes the focus, and leads to each field. */
export function meetRefusal() {
  const summary = document.querySelector<HTMLElement>('[data-error-summary]')
  summary?.focus()
  summary?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link) goToField(event, link)
  })
}

/** The plain link works without us; with us the address stays clean and the field is focused in every browser. */
export function goToField(event: Pick<Event, 'preventDefault'>, link: HTMLAnchorElement) {
  const field = document.getElementById(link.hash.slice(1))
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
