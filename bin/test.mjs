// `npm test`, after bin/setup.mjs: what guards a change, and one closing line that counts it. `npm run test:all` is all of
// it at full length: what has the tag `long` too, all of what comes in large numbers, and what the engine was once stopped
// by (docs/decisions/0148).
import { spawn, spawnSync } from 'node:child_process'
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

const fallen = await sideBySide({
  Build: [[join(bin, 'node'), 'bin/setup.mjs', '--build']],
  Lint: [[join(bin, 'biome'), 'ci', '--colors=off', '--reporter=summary']],
  // On one core: each further one would work out the types of the same queries once more.
  Types: [
    [join(bin, 'react-router'), 'typegen'],
    [join(bin, 'tsc'), '--noEmit', '--singleThreaded'],
  ],
})
// What starts the product would try the one that was built before.
if (fallen.includes('Build')) process.exit(1)
const reports = mkdtempSync(join(tmpdir(), 'kvartera-reports-'))
stepWithReport(
  'Rules, use cases, shape',
  'vitest',
  [
    'run',
    ...(isAll
      ? [storms, ...alone.map(([, file]) => file)].flatMap((file) => ['--exclude', file])
      : ['--tags-filter=!long']),
  ],
  vitestCounts,
)
if (isAll) {
  stepWithReport('A shower of everything', 'vitest', ['run', storms], vitestCounts)
  // One after the other: each is several databases and servers.
  for (const [name, file] of alone) stepWithReport(name, 'vitest', ['run', file], vitestCounts)
  for (const trial of trials) {
    stepWithReport(`Trial: ${trial}`, 'vitest', ['run', storms], vitestCounts, { FAULTS: trial })
  }
}
try {
  const browser = await findBrowser((text) => console.log(`  ${text} …`))
  const journeys = ['test', ...(isAll ? [] : ['--grep-invert=@long'])]
  stepWithReport('Browser journeys', 'playwright', journeys, playwrightCounts, browser)
  if (!isAll) totals.left += countLongJourneys()
} catch (error) {
  console.error(`\n  ${error.message}`)
  totals.failed++
}
rmSync(reports, { recursive: true, force: true })

const why = isAll
  ? 'out: npm run faults has them, or they need a browser that is not installed'
  : 'for npm run test:all'
const left = totals.left > 0 ? `, ${totals.left} left ${why}` : ''
console.log(`\n${totals.passed} passed, ${totals.failed} failed${left}`)
process.exit(totals.failed === 0 ? 0 : 1)

/** None of them keeps two cores busy alone. What each says is shown when it is through, so that no two are read as one. */
async function sideBySide(checks) {
  console.log(`\n  ${Object.keys(checks).join(', ')} …`)
  const fallen = []
  const under = async ([name, commands]) => {
    for (const command of commands) {
      const { isGood, said } = await ended(command)
      if (said.trim()) console.log(`\n  ${name}\n${said.trimEnd()}`)
      if (!isGood) return fallen.push(name)
    }
  }
  await Promise.all(Object.entries(checks).map(under))
  totals.passed += Object.keys(checks).length - fallen.length
  totals.failed += fallen.length
  return fallen
}

function ended([command, ...args]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isGood: false, said: `${error.message}` }))
    child.once('close', (code) => resolve({ isGood: code === 0, said }))
  })
}

function stepWithReport(name, command, args, count, env = {}) {
  console.log(`\n  ${name} …`)
  const report = join(reports, `${command}.json`)
  const outcome = run(command, args, { ...length, ...env, TEST_REPORT: report })
  let counts
  try {
    counts = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    counts = { passed: 0, failed: 1, left: 0 }
  }
  // A runner that fails without a failed test has failed all the same.
  if (!outcome && counts.failed === 0) counts.failed = 1
  totals.passed += counts.passed
  totals.failed += counts.failed
  totals.left += counts.left
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

function vitestCounts({ numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests }) {
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0)
  return { passed: numPassedTests, failed, left: numPendingTests }
}

function playwrightCounts({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, left: stats.skipped }
}

/** Playwright says nothing of those that it leaves out. */
function countLongJourneys() {
  const { stdout } = spawnSync(join(bin, 'playwright'), ['test', '--list', '--grep=@long'], { encoding: 'utf8' })
  return Number(/Total: (\d+) test/.exec(stdout)?.[1] ?? 0)
}
