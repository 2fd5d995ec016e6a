import { afterPaint } from './after-paint'

/**
 * A page has the styles of what is in it (docs/decisions/0245). What we add needs others: the whole sheet comes when the page is
 * there and painted, and lies in the browser for the pages that run.
 */
export function bringWholeStyles() {
  const own = document.querySelector<HTMLElement>('style[data-whole]')
  if (!own) return
  const bring = () => {
    const whole = document.createElement('link')
    whole.rel = 'stylesheet'
    whole.href = own.dataset.whole ?? ''
    own.after(whole)
  }
  if (document.readyState === 'complete') afterPaint(bring)
  else addEventListener('load', () => afterPaint(bring))
}
