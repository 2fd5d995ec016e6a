import { afterPaint } from './after-paint'

/**
 * A plain page inlines only the styles that its content needs (docs/decisions/0245). What scripts add needs more, so
 * the whole stylesheet is loaded after the first paint; it is then cached for other pages.
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
