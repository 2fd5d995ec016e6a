/**
 * Whoever pressed goes on reading at the alarm's heading, and does not press once more; whoever writes is left in peace. The page goes to
 * its top, where 112 is. Only where the heading would lie low on the screen (large text) it comes up instead: 112 is at the thumb then.
 */
export function showWhatBecame(heading: HTMLElement) {
  if (document.activeElement?.matches('input, textarea')) return
  heading.focus({ preventScroll: true })
  const isLow = heading.getBoundingClientRect().top + scrollY > innerHeight / 2
  if (isLow) heading.scrollIntoView({ block: 'start' })
  else scrollTo({ top: 0 })
}
