/**
 * After a press, moves focus to the alarm's heading, so that the member reads on and does not press again; never while
 * they type in a field. The page scrolls to its top, where 112 is. With large text, where the heading would lie low on
 * the screen, it scrolls to the heading; 112 is then in the bar at the bottom.
 */
export function showWhatBecame(heading: HTMLElement) {
  if (document.activeElement?.matches('input, textarea')) return
  heading.focus({ preventScroll: true })
  const isLow = heading.getBoundingClientRect().top + scrollY > innerHeight / 2
  if (isLow) heading.scrollIntoView({ block: 'start' })
  else scrollTo({ top: 0 })
}
