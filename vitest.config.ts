import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { lieInMemory } from './test/support/pace/quick-disk.ts'
import { soon } from './test/support/pace/soon.ts'

lieInMemory()

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    reporters: process.env.TEST_REPORT ? ['dot', 'json'] : ['default'],
    outputFile: process.env.TEST_REPORT ? { json: process.env.TEST_REPORT } : {},
    include: ['app/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'test/{shape,attacks,faults}/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    // On two cores three workers take a sixth less time than two: now and then one waits, for a process to start or a
    // silent port.
    maxWorkers: 3,
    // Test files share only read-only memory: the house restores the clock after each test, and each has a database.
    isolate: false,
    // Only `npm run test:all` runs these (docs/decisions/0148); a file named on the command line runs all its tests.
    tags: [{ name: 'long', description: 'Takes many seconds: left out of `npm test`, played by `npm run test:all`.' }],
    // Timeouts only catch a hang and measure nothing: the machine may be busy (test/support/pace/soon.ts).
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: soon },
  },
})
