/**
 * Calls `done` after `total` milliseconds, paused while a pointer or the focus is on the element. Returns how to stop
 * it. A resting pointer does not count, since the element may have appeared under it (after a press there): only one
 * that moves.
 */
export function leaveAfter(element: HTMLElement, total: number, done: () => void): () => void {
  let left = total
  let started = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const goOn = () => {
    if (timer !== undefined) return
    started = Date.now()
    timer = setTimeout(done, left)
  }
  const wait = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= Date.now() - started
  }
  goOn()
  const heard = { pointermove: wait, pointerleave: goOn, focusin: wait, focusout: goOn }
  for (const [name, hear] of Object.entries(heard)) element.addEventListener(name, hear)
  return () => {
    clearTimeout(timer)
    for (const [name, hear] of Object.entries(heard)) element.removeEventListener(name, hear)
  }
}
