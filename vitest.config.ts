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
    // On two cores three take a sixth less time than two: now and then one waits, for a process to start or a port that says nothing.
    maxWorkers: 3,
    // What files share in memory is read only: the house gives the clock back after each test, and each has a database.
    isolate: false,
    // Left for `npm run test:all` (docs/decisions/0148); a file named by hand runs whole.
    tags: [{ name: 'long', description: 'Takes many seconds: left out of `npm test`, played by `npm run test:all`.' }],
    // Limits against standing still, and no measures: a machine may be busy with other things (test/support/pace/soon.ts).
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: soon },
  },
})
