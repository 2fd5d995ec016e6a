/**
 * A notice lies over the lower part of the page. Whoever sees it is at something: what has the focus, or else what the address
 * names. That is moved out from under it, and whatever the focus comes to next stops above it (scroll padding, base.css).
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

/** All of it, or, when it is too tall for what is left of the window, the last that can be pressed in it: it is what one came for. */
function within(at: Element, room: number): Element {
  if (at.getBoundingClientRect().height <= room) return at
  return [...at.querySelectorAll('a[href], button')].at(-1) ?? at
}

/** Also as far as it has still to rise when it comes in. */
const gap = 16
