import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    reporters: process.env.TEST_REPORT ? ['dot', 'json'] : ['default'],
    outputFile: process.env.TEST_REPORT ? { json: process.env.TEST_REPORT } : {},
    include: ['app/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'test/{shape,attacks,faults}/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    // Two cores: one file at a time beside the PostgreSQL it talks to is as fast as two that wait for each other.
    maxWorkers: 2,
    // What files share in memory is read only: the house gives the clock back after each test, and each has a database.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
