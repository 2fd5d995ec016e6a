import { randomInt } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'

export const test = base.extend<{ leftOpen: undefined }>({
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
})

/** The page's scripts have it in their hands: from here on it can do what a page without them cannot. */
export async function isAlive(page: Page) {
  const held = () => page.locator('main').evaluate((main) => Object.keys(main).some((key) => key.startsWith('__react')))
  await expect.poll(held).toBe(true)
}
