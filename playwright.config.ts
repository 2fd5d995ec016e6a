import { defineConfig } from '@playwright/test'
import { lieInMemory } from './test/support/pace/quick-disk.ts'
import { soon } from './test/support/pace/soon.ts'

lieInMemory()
// Chosen once by the runner; its workers inherit it in their environment.
process.env.TEST_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
const port = process.env.TEST_PORT

export default defineConfig({
  testDir: 'test',
  testMatch: ['browser/**/*.spec.ts', 'attacks/**/*.spec.ts'],
  // Pages mostly wait, so three workers keep two cores busy.
  workers: 3,
  fullyParallel: true,
  // Timeouts only catch a hang and measure nothing: the machine may be busy (test/support/pace/soon.ts).
  timeout: 180_000,
  expect: { timeout: soon.timeout },
  reporter: process.env.TEST_REPORT ? [['dot'], ['json', { outputFile: process.env.TEST_REPORT }]] : [['list']],
  globalSetup: './test/support/browser/start-product.ts',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 390, height: 844 },
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      // Pages live for seconds here: compiling their scripts once more, for speed, takes longer than it gains.
      args: [...(process.env.CHROMIUM_FLAGS?.split(' ') ?? ['--no-sandbox']), '--js-flags=--no-opt'],
    },
    trace: 'off',
  },
})
