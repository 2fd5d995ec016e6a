import { randomInt } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export const test = base.extend<{ leftOpen: undefined; takenOver: undefined }, { saysWhereFrom: undefined }>({
  /**
   * What a browser says of its own posts, for those that a test sends without a page: a cookie alone is not enough. No
   * header of the whole context: a page loads nothing then, neither styles nor scripts (net::ERR_INVALID_ARGUMENT).
   * And as browsers do, what only reads is asked once more on a line that the server was closing just then (ECONNRESET).
   */
  saysWhereFrom: [
    async ({ playwright }, use) => {
      const one = await playwright.request.newContext()
      const every: APIRequestContext = Object.getPrototypeOf(one)
      const { fetch } = every
      every.fetch = function (this: APIRequestContext, address, { headers, ...options } = {}) {
        const maxRetries = (options.method ?? 'GET') === 'GET' ? 1 : 0
        return fetch.call(this, address, {
          maxRetries,
          ...options,
          headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
        })
      } as typeof fetch
      await use(undefined)
      every.fetch = fetch
      await one.dispose()
    },
    { scope: 'worker', auto: true },
  ],
  /**
   * Every test asks from an address of its own, through the proxy that the product is told to trust: what
   * is limited per address is then limited per test, as it is per household outside.
   */
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    await use({ ...extraHTTPHeaders, 'X-Forwarded-For': address })
  },
  /** Pages that a test opened for others would go on listening, and asking, while the next tests run. */
  leftOpen: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  /**
   * React takes every page over as the server sent it. Where it cannot (418 and its kin: the two drew different words, a
   * clock's for one) it draws the page anew, and a press on what stood there is lost: nothing that a person would see as a fault.
   */
  takenOver: [
    async ({ browser }, use) => {
      const drawnAnew: string[] = []
      const listen = (context: BrowserContext) =>
        context.on('weberror', (fault) => {
          const { message } = fault.error()
          if (hydrationFault.test(message)) drawnAnew.push(`${fault.page()?.url()}: ${message}`)
        })
      browser.on('context', listen)
      await use(undefined)
      browser.off('context', listen)
      expect(drawnAnew).toEqual([])
    },
    { auto: true },
  ],
})

/** As a built product says it, and as one that is being written does. */
const hydrationFault = /React error #4(18|19|2[1-5])\b|hydrat/i

/**
 * Journeys that are walked with scripts and without. The second time is left for `npm run test:all`; signing up, logging in,
 * booking and the alarm are walked both ways in `npm test`.
 */
export const scripts = (areOn: boolean): [title: string, { tag: string[] }] =>
  areOn ? ['with JavaScript', { tag: [] }] : ['without JavaScript', { tag: ['@long'] }]

/** The page's scripts have it in their hands: from here on it can do what a page without them cannot. */
export async function isAlive(page: Page) {
  const held = () => page.locator('main').evaluate((main) => Object.keys(main).some((key) => key.startsWith('__react')))
  await expect.poll(held).toBe(true)
}

/** What answers when the line is gone is in the browser; a page works before it is. */
export async function hasWorker(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}
