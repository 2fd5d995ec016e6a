import { expect, type Page } from '@playwright/test'
import { test } from '../../support/browser/browser-test'
import { plainPages } from '../../support/browser/budgets'
import { addressFor } from '../../support/browser/plain-addresses'

/** The computed style of every element in the page, one line each. */
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

/** docs/decisions/0245: a page has its critical styles inline, and adding the whole stylesheet changes nothing. */
for (const path of Object.keys(plainPages)) {
  test(`the inline styles of ${path} are all that it needs @long`, async ({ page }) => {
    const address = await addressFor(page, path)
    // Animations and fonts would change the styles by themselves.
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
