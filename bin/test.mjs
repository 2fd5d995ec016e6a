// `npm test`, after bin/setup.mjs: every check there is, and one closing line that counts them. `npm run test:all`
// plays the long form of the model of alarms, and tries what the engine was once stopped by, which takes minutes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './find-browser.mjs'

const bin = join('node_modules', '.bin')
const reports = mkdtempSync(join(tmpdir(), 'kvartera-reports-'))
const totals = { passed: 0, failed: 0 }
const isAll = process.argv.includes('--all')
/** Of `npm run faults` what takes minutes; `full` is an hour. */
const trials = ['silence', 'poison', 'provider', 'drain', 'lock']

step('Lint', () => check('biome', ['ci', '--reporter=summary']))
step('Types', () => check('react-router', ['typegen']) && check('tsc', ['--noEmit']))
stepWithReport('Rules, use cases, shape', 'vitest', ['run'], vitestCounts, isAll ? { MODEL: 'long' } : {})
if (isAll) {
  for (const trial of trials) {
    stepWithReport(`Trial: ${trial}`, 'vitest', ['run', 'test/faults/alarms.test.ts'], vitestCounts, { FAULTS: trial })
  }
}
try {
  const browser = await findBrowser((text) => console.log(`  ${text} …`))
  stepWithReport('Browser journeys', 'playwright', ['test'], playwrightCounts, browser)
} catch (error) {
  console.error(`\n  ${error.message}`)
  totals.failed++
}
rmSync(reports, { recursive: true, force: true })

console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)

function step(name, run) {
  console.log(`\n  ${name} …`)
  if (run()) totals.passed++
  else totals.failed++
}

function stepWithReport(name, command, args, count, env = {}) {
  console.log(`\n  ${name} …`)
  const report = join(reports, `${command}.json`)
  const outcome = run(command, args, { ...env, TEST_REPORT: report })
  let counts
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    counts = { passed: 0, failed: 1 }
  }
  // A runner that fails without a failed test has failed all the same.
  if (!outcome && counts.failed === 0) counts.failed = 1
  totals.passed += counts.passed
  totals.failed += counts.failed
}

function check(command, args) {
  return run(command, args, {})
}

function run(command, args, env) {
  // This output is also read in logs, where colours are noise. Playwright decides for itself, and warns
  // when it is told.
  const { status } = spawnSync(join(bin, command), args, {
    stdio: 'inherit',
    env: { ...process.env, ...(command === 'playwright' ? {} : { NO_COLOR: '1' }), ...env },
  })
  return status === 0
}

function vitestCounts({ numPassedTests, numFailedTests, numFailedTestSuites }) {
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) }
}

function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}
