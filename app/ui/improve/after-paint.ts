/** A browser need not ever say so: Safari before 16 keeps to itself what was painted before it was asked. */
const longestWait = 3_000

/**
 * What nobody sees at first is asked for when the page has been painted: asked for before, it shares a slow line with what is seen. A
 * frame that is ready is not on the screen yet, which only the browser's own word of it says. A page in the background is painted when somebody
 * looks at it, and waits for nothing.
 */
export function afterPaint(run: () => void) {
  if (document.visibilityState === 'hidden' || !PerformanceObserver.supportedEntryTypes.includes('paint')) return run()
  const begin = () => {
    painted.disconnect()
    clearTimeout(late)
    run()
  }
  const painted = new PerformanceObserver(begin)
  const late = setTimeout(begin, longestWait)
  painted.observe({ type: 'paint', buffered: true })
}
