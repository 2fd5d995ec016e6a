/** Time-out: Safari before 16 does not report a paint that happened before the observer was registered. */
const longestWait = 3_000

/**
 * Defers work until the first paint, so that it does not compete with visible content for a slow connection. Only the
 * paint timing entry tells that the frame is on the screen. A background page is not painted, so it does not wait.
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
