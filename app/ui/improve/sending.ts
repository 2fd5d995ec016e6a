const idle = new Map<HTMLButtonElement, Node[]>()

/** A button that works is busy: it keeps its focus, says what it does (form/button.tsx), and does nothing more. */
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

/** A form that changes something is sent once, and its button says that it is on its way until the answer is here. */
export function sendOnce() {
  const sent = new Set<EventTarget>()
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return
    if (sent.has(event.target)) return event.preventDefault()
    sent.add(event.target)
    const button = event.submitter ?? event.target.querySelector('button:not([type=button])')
    // Its name and value are read when this is over.
    if (button instanceof HTMLButtonElement) makeBusy(button)
  })
  // Whoever goes back to the page finds it as the browser kept it.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    sent.clear()
    for (const button of idle.keys()) makeIdle(button)
  })
}
