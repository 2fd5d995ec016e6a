/**
 * A notice overlays the lower part of the page. Scrolls the focused element, or the fragment's target, out from under
 * it; scroll padding (base.css) keeps the next focused element above it as well.
 */
export function keepClear(notice: HTMLElement) {
  const over = notice.getBoundingClientRect()
  const root = document.documentElement
  root.style.setProperty('--covered', `${Math.ceil(window.innerHeight - over.top) + gap}px`)
  const focused = document.activeElement
  const at = focused && focused !== document.body ? focused : document.getElementById(location.hash.slice(1))
  if (!at || notice.contains(at)) return
  const { top, bottom, left, right } = at.getBoundingClientRect()
  const isUnder = bottom > over.top - gap && top < over.bottom && right > over.left && left < over.right
  if (isUnder) within(at, over.top - gap).scrollIntoView({ block: 'nearest' })
}

/**
 * The element itself or, if it is taller than the free part of the window, its last link or button, which is what one
 * came for.
 */
function within(at: Element, room: number): Element {
  if (at.getBoundingClientRect().height <= room) return at
  return [...at.querySelectorAll('a[href], button')].at(-1) ?? at
}

/** Includes the distance that the notice still has to rise in its animation. */
const gap = 16
