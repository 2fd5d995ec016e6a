// `npm test`, after bin/setup.mjs: what guards a change, and one closing line that counts it. `npm run test:all` is all of
// it at full length: what has the tag `long` too, all of what comes in large numbers, and what the engine was once stopped
// by (docs/decisions/0148).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './find-browser.mjs'

const bin = join('node_modules', '.bin')
const totals = { passed: 0, failed: 0, left: 0 }
const isAll = process.argv.includes('--all')
/** What test/support/pace/long.ts goes by. */
const length = { TEST_ALL: isAll ? 'yes' : 'no' }
/** Who presses in them gives up after seconds and presses again: beside other tests the machine would be what is tried. */
const storms = 'test/faults/alarms.test.ts'
const alone = [
  ['Primaries that go', 'test/faults/failover.test.ts'],
  ['A standby that goes', 'test/faults/standby.test.ts'],
  ['A release while people use it', 'test/faults/rolling.test.ts'],
]
/** Of `npm run faults` what takes a minute or two; `full` is an hour. */
const trials = process.env.TRIALS === 'no' ? [] : ['silence', 'poison', 'provider', 'drain', 'lock', 'centre']

/** What starts the product would try the one that was built before. */
const isBuilt = check('Build', [[join(bin, 'node'), 'bin/setup.mjs', '--build']])
const checks = Promise.all([
  check('Lint', [[join(bin, 'biome'), 'ci', '--colors=off', '--reporter=summary']]),
  // On one core: each further one would work out the types of the same queries once more.
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
  // In turn: what is long here waits for whole databases and servers, and has the machine to itself.
  await checks
  const apart = [storms, ...alone.map(([, file]) => file)].flatMap((file) => ['--exclude', file])
  await step('Rules, use cases, shape', 'vitest', ['run', ...apart], vitestCounts)
  await step('A shower of everything', 'vitest', ['run', storms], vitestCounts)
  // One after the other: each is several databases and servers.
  for (const [name, file] of alone) await step(name, 'vitest', ['run', file], vitestCounts)
  for (const trial of trials) {
    await step(`Trial: ${trial}`, 'vitest', ['run', storms], vitestCounts, { env: { FAULTS: trial } })
  }
  await journeys()
} else {
  // Each of them waits now and then, and has a long last file: what one leaves of two cores, the others take.
  await Promise.all([
    checks,
    step('Rules, use cases, shape', 'vitest', ['run', '--tags-filter=!long'], vitestCounts),
    journeys({ isShownLater: true }),
  ])
}
rmSync(reports, { recursive: true, force: true })

const why = isAll
  ? 'out: npm run faults has them, or they need a browser that is not installed'
  : 'for npm run test:all'
const left = totals.left > 0 ? `, ${totals.left} left ${why}` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${left}`)
process.exit(totals.failed === 0 ? 0 : 1)

/** Whether all of it went well. What it says is shown when it is through, so that no two that run side by side are read as one. */
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

async function journeys({ isShownLater = false } = {}) {
  const which = isAll ? [] : ['--grep-invert=@long']
  try {
    const env = await findBrowser((text) => console.log(`  ${text} …`))
    await step('Browser journeys', 'playwright', ['test', ...which], playwrightCounts, { env, isShownLater })
    if (!isAll) totals.left += await countLongJourneys()
  } catch (error) {
    console.error(`\n  ${error.message}`)
    totals.failed++
  }
}

async function step(name, command, args, count, { env = {}, isShownLater = false } = {}) {
  if (!isShownLater) console.log(`\n  ${name} …`)
  const report = join(reports, `${command}.json`)
  // This output is also read in logs, where colours are noise. Playwright decides for itself, and warns
  // when it is told.
  const plain = command === 'playwright' ? {} : { NO_COLOR: '1' }
  const all = { ...plain, ...length, ...env, TEST_REPORT: report }
  const { wasGood, said } = await ended([join(bin, command), ...args], all, !isShownLater)
  if (isShownLater) console.log(`\n\n  ${name}\n${said.trimEnd()}`)
  let counts
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    counts = { passed: 0, failed: 1, left: 0 }
  }
  // A runner that fails without a failed test has failed all the same.
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

/** Playwright says nothing of those that it leaves out. */
async function countLongJourneys() {
  const { said } = await ended([join(bin, 'playwright'), 'test', '--list', '--grep=@long'], {})
  return Number(/Total: (\d+) test/.exec(said)?.[1] ?? 0)
}
