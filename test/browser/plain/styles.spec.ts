import { expect, type Page } from '@playwright/test'
import { test } from '../../support/browser/browser-test'
import { plainPages } from '../../support/browser/budgets'
import { addressFor } from '../../support/browser/plain-addresses'

/** How everything in the page looks, one line for each element. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].map((element) => {
      const looked = ['', '::before', '::after'].map((part) => {
        const style = getComputedStyle(element, part || null)
        return [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')
      })
      return `${element.tagName} ${element.getAttribute('class')} ${looked.join(' | ')}`
    }),
  )

/** docs/decisions/0245: a page has its own styles in it, and nothing looks another way with all of them. */
for (const path of Object.keys(plainPages)) {
  test(`the styles in ${path} are all that it needs @long`, async ({ page }) => {
    const address = await addressFor(page, path)
    // What moves, and letters that come, would look another way by themselves.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route(/\.woff2$|\.js$|\/live/, (route) => route.abort())
    await page.goto(address)
    const alone = await looks(page)
    await page.evaluate(async () => {
      const whole = document.createElement('link')
      whole.rel = 'stylesheet'
      whole.href = document.querySelector<HTMLElement>('style[data-whole]')?.dataset.whole ?? ''
      document.head.append(whole)
      await new Promise((resolve, reject) => Object.assign(whole, { onload: resolve, onerror: reject }))
    })
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(2)
    expect(await looks(page)).toEqual(alone)
  })
}
