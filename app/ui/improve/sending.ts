const idle = new Map<HTMLButtonElement, Node[]>()

/** Makes a button busy: it keeps the focus, shows its busy text (form/button.tsx) and ignores presses. */
export function makeBusy(button: HTMLButtonElement) {
  const words = button.querySelector('span')
  if (idle.has(button) || !words) return
  idle.set(button, [...words.childNodes])
  button.ariaBusy = 'true'
  button.ariaDisabled = 'true'
  if (button.dataset.busyText) words.replaceChildren(button.dataset.busyText)
}

export function makeIdle(button: HTMLButtonElement) {
  const words = idle.get(button)
  if (!words) return
  idle.delete(button)
  button.ariaBusy = null
  button.ariaDisabled = null
  button.querySelector('span')?.replaceChildren(...words)
}

/** Prevents double submission: a POST form is sent once, and its button is busy until the answer arrives. */
export function sendOnce() {
  const sent = new Set<EventTarget>()
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return
    if (sent.has(event.target)) return event.preventDefault()
    sent.add(event.target)
    const button = event.submitter ?? event.target.querySelector('button:not([type=button])')
    // Busy, not disabled: the browser reads the name and value of the submitter after this handler.
    if (button instanceof HTMLButtonElement) makeBusy(button)
  })
  // A page restored from the back/forward cache must not stay busy.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    sent.clear()
    for (const button of idle.keys()) makeIdle(button)
  })
}
