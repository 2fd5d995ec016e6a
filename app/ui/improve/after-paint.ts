/**
 * What nobody sees at first is asked for when the page has been painted: asked for before, it shares a slow line with what is seen.
 * A page in the background is painted when somebody looks at it, and waits for nothing.
 */
export function afterPaint(run: () => void) {
  if (document.visibilityState === 'hidden') run()
  else requestAnimationFrame(() => setTimeout(run))
}
