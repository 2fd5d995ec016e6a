import { randomInt } from 'node:crypto'
import { test as base } from '@playwright/test'

/**
 * Every test asks from an address of its own, through the proxy that the product is told to trust: what
 * is limited per address is then limited per test, as it is per household outside.
 */
export const test = base.extend({
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    await use({ ...extraHTTPHeaders, 'X-Forwarded-For': address })
  },
})
