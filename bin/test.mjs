// `npm test`, after bin/setup.mjs: all checks, and one closing line with the counts. `npm run test:all` runs everything
// at full length: tests tagged `long`, all generated cases, and the trials that once stopped the engine
// (docs/decisions/0148).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './find-browser.mjs'

const bin = join('node_modules', '.bin')
const totals = { passed: 0, failed: 0, left: 0 }
const isAll = process.argv.includes('--all')
/** Read by test/support/pace/long.ts. */
const length = { TEST_ALL: isAll ? 'yes' : 'no' }
/**
 * Load tests run alone: their simulated members retry after seconds, so beside other tests they would measure the
 * machine.
 */
const storms = 'test/faults/alarms.test.ts'
const alone = [
  ['Primaries that go', 'test/faults/failover.test.ts'],
  ['A standby that goes', 'test/faults/standby.test.ts'],
  ['A release while people use it', 'test/faults/rolling.test.ts'],
]
/** The trials of `npm run faults` that take a minute or two; `full` takes an hour. */
const trials = process.env.TRIALS === 'no' ? [] : ['silence', 'poison', 'provider', 'drain', 'lock', 'centre']

/** The build comes first: tests that start the product would otherwise run an old one. */
const isBuilt = check('Build', [[join(bin, 'node'), 'bin/setup.mjs', '--build']])
const checks = Promise.all([
  check('Lint', [[join(bin, 'biome'), 'ci', '--colors=off', '--reporter=summary']]),
  // Single-threaded: each further thread would compute the same query types once more.
  check('Types', [
    [join(bin, 'react-router'), 'typegen'],
    [join(bin, 'tsc'), '--noEmit', '--singleThreaded'],
  ]),
])
console.log('\n  Build, Lint, Types …')
if (!(await isBuilt)) {
  await checks
  process.exit(1)
}
const reports = mkdtempSync(join(tmpdir(), 'kvartera-reports-'))
if (isAll) {
  // Sequential: the long tests start whole databases and servers, and get the machine to themselves.
  await checks
  const apart = [storms, ...alone.map(([, file]) => file)].flatMap((file) => ['--exclude', file])
  await step('Rules, use cases, shape', 'vitest', ['run', ...apart], vitestCounts)
  await step('A shower of everything', 'vitest', ['run', storms], vitestCounts)
  // One after the other: each starts several databases and servers.
  for (const [name, file] of alone) await step(name, 'vitest', ['run', file], vitestCounts)
  for (const trial of trials) {
    await step(`Trial: ${trial}`, 'vitest', ['run', storms], vitestCounts, { env: { FAULTS: trial } })
  }
  await journeys()
} else {
  // Tests and journeys run in turn: each keeps two cores busy by itself, and side by side they take longer.
  await Promise.all([checks, step('Rules, use cases, shape', 'vitest', ['run', '--tags-filter=!long'], vitestCounts)])
  await journeys()
}
rmSync(reports, { recursive: true, force: true })

const why = isAll
  ? 'out: npm run faults has them, or they need a browser that is not installed'
  : 'for npm run test:all'
const left = totals.left > 0 ? `, ${totals.left} left ${why}` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${left}`)
process.exit(totals.failed === 0 ? 0 : 1)

/**
 * Runs the commands of a check; true if all succeeded. Output is shown when it ends, so that parallel checks do not
 * interleave.
 */
async function check(name, commands) {
  let isGood = true
  for (const command of commands) {
    const { wasGood, said } = await ended(command, { NO_COLOR: '1' })
    if (said.trim()) console.log(`\n  ${name}\n${said.trimEnd()}`)
    isGood = wasGood
    if (!isGood) break
  }
  totals[isGood ? 'passed' : 'failed']++
  return isGood
}

async function journeys() {
  const which = isAll ? [] : ['--grep-invert=@long']
  try {
    const env = await findBrowser((text) => console.log(`  ${text} …`))
    await step('Browser journeys', 'playwright', ['test', ...which], playwrightCounts, { env })
    if (!isAll) totals.left += await countLongJourneys()
  } catch (error) {
    console.error(`\n  ${error.message}`)
    totals.failed++
  }
}

async function step(name, command, args, count, { env = {} } = {}) {
  console.log(`\n  ${name} …`)
  const report = join(reports, `${command}.json`)
  // No colours, since the output is also read in logs. Playwright decides for itself, and warns when told.
  const plain = command === 'playwright' ? {} : { NO_COLOR: '1' }
  const all = { ...plain, ...length, ...env, TEST_REPORT: report }
  const { wasGood } = await ended([join(bin, command), ...args], all, true)
  let counts
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    counts = { passed: 0, failed: 1, left: 0 }
  }
  // A runner may fail without a failed test; that counts as one failure.
  if (!wasGood && counts.failed === 0) counts.failed = 1
  totals.passed += counts.passed
  totals.failed += counts.failed
  totals.left += counts.left
}

function ended([command, ...args], env, isShown = false) {
  const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe']
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ wasGood: false, said: `${error.message}` }))
    child.once('close', (code) => resolve({ wasGood: code === 0, said }))
  })
}

function vitestCounts({ numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests }) {
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0)
  return { passed: numPassedTests, failed, left: numPendingTests }
}

function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, left: stats.skipped }
}

/** Counts the skipped long journeys, which Playwright does not report. */
async function countLongJourneys() {
  const { said } = await ended([join(bin, 'playwright'), 'test', '--list', '--grep=@long'], {})
  return Number(/Total: (\d+) test/.exec(said)?.[1] ?? 0)
}
