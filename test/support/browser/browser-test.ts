import { randomInt } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export const test = base.extend<{ leftOpen: undefined; takenOver: undefined }, { saysWhereFrom: undefined }>({
  /**
   * Adds the Origin and Fetch Metadata headers of a browser to posts that a test sends without a page: the CSRF check
   * refuses a cookie alone. Not as headers of the whole context, which breaks all loading of pages
   * (net::ERR_INVALID_ARGUMENT). GETs are retried once, as browsers do, when the server was just closing the keep-alive
   * connection (ECONNRESET).
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
   * Each test has a client address of its own, through the proxy that the product trusts, so that rate limits per
   * address apply per test.
   */
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    await use({ ...extraHTTPHeaders, 'X-Forwarded-For': address })
  },
  /** Closes pages that a test opened for others: their streams and requests would go on during the next tests. */
  leftOpen: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  /**
   * Fails on hydration errors (React 418 and its kin: server and browser drew different text, such as a clock's). React
   * then redraws the page and loses a press that came before, which nobody would see as an error.
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

/** The error messages of production and development builds. */
const hydrationFault = /React error #4(18|19|2[1-5])\b|hydrat/i

/**
 * Runs a journey with JavaScript and without. The second is left to `npm run test:all`, except for signing up, logging
 * in, booking and the alarm.
 */
export const scripts = (areOn: boolean): [title: string, { tag: string[] }] =>
  areOn ? ['with JavaScript', { tag: [] }] : ['without JavaScript', { tag: ['@long'] }]

/** Waits for hydration: from then on the page's scripts handle events. */
export async function isAlive(page: Page) {
  const held = () => page.locator('main').evaluate((main) => Object.keys(main).some((key) => key.startsWith('__react')))
  await expect.poll(held).toBe(true)
}

/** Waits for the service worker, which answers when the browser is offline. A page works before that. */
export async function hasWorker(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
}
