// Mutation testing. `npm run mutate -- sponsorship` plants small faults in a slice's rules, use cases and stores, one
// at a time, and checks whether its tests notice. `--share 5%` takes a sample, reproducible by `--seed`; `--most 20`
// limits the number per slice. Surviving faults are written to build/mutation/<slice>.md.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBench } from './mutate/bench.mjs'
import { faultsIn, isLock } from './mutate/faults.mjs'
import { refusedByLint } from './mutate/lint.mjs'
import { markAt, marked } from './mutate/marks.mjs'
import { allTests, reachOf } from './mutate/reach.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '100%' },
    most: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
  },
})
const share = Number.parseFloat(values.share) / 100
if (!(share > 0 && share <= 1)) throw new Error('--share is a part of a hundred, as in 5%')
const most = Number(values.most)
if (!(most >= 1)) throw new Error('--most is a number of faults, as in 20')

/** Not mutated: pages, parts, drawn sheets and browser-only code, which are covered by looking and by journeys. */
const isLeftOut =
  /\.test\.ts$|\.d\.ts$|\/pages\/|\/parts\/|\/pdf-sheet\.server\.ts$|\/offline\/(page|register|worker|kept\/(drafts|kept-alarms))\.ts$|\/(register-worker|passkey-browser)\.ts$/

const locks = 'test/attacks/locks.test.ts'
/** How many test files run in one batch. */
const fewTests = 10
/** How many test files of other slices are tried for a fault that its own slice does not notice. */
const mostOthers = 12

const report = join('build', 'mutation')
const slices = globSync('app/*/').map((path) => path.split(/[\\/]/)[1])
const asked = positionals.length > 0 ? positionals : slices.sort()
const samples = new Map(asked.map((name) => [name, sampleOf(name)]))
const refused = refusedByLint([...samples.values()].flat())
const reach = reachOf(allTests())
const bench = await openBench()
/** Measurements per test file that has been run: null when it fails without a fault. */
const known = new Map()
const spans = new Map()
try {
  for (const [name, faults] of samples) if (faults.length > 0) await scoreOf(name, faults)
} finally {
  await bench.close()
}

/**
 * The faults of a slice, of files in it by part of their path (`bookings/repeat/go-on`), or of one line
 * (`bookings/go-on:93`).
 */
function sampleOf(name) {
  const [slice] = name.split('/')
  const [part, line] = name.slice(slice.length + 1).split(':')
  const all = globSync(`app/${slice}/**/*.ts`)
    .filter((path) => !isLeftOut.test(path) && path.slice(5 + slice.length).includes(part))
    .sort()
    .flatMap((path) => faultsIn(path, readFileSync(path, 'utf8')))
  const lots = new Map(all.map((fault, index) => [fault, lotOf(fault, index, all)]))
  const drawn = all.filter((fault) => lots.get(fault) < share).sort((a, b) => lots.get(a) - lots.get(b))
  const sample = new Set(drawn.slice(0, most))
  return all.filter((fault) => sample.has(fault) && (line === undefined || fault.line === Number(line)))
}

async function scoreOf(name, faults) {
  const count = { noticed: 0, refused: 0, timeout: 0, survived: 0 }
  const left = []
  let index = 0
  for (const [path, those] of Map.groupBy(faults, ({ path }) => path)) {
    const found = await whatBecomesOf(path, those, name.split('/')[0])
    for (const fault of those) {
      const { outcome, by, isReached } = found.get(fault)
      count[outcome]++
      const where = `${path}:${fault.line}`
      if (outcome === 'survived') left.push(`- ${where} ${fault.what}${isReached ? '' : ' (no test comes to it)'}`)
      console.log(`  ${++index}/${faults.length} ${outcome.padEnd(8)} ${where} ${fault.what}${by ? ` (${by})` : ''}`)
    }
  }
  const noticed = faults.length - count.survived
  const score = `${name}: ${noticed} of ${faults.length} noticed, ${Math.round((100 * noticed) / faults.length)} %`
  console.log(`\n${score}\n`)
  const head = `# ${score}\n\n${values.share} of the faults, at most ${values.most}, seed ${values.seed}; ${count.refused} noticed by the linter, ${count.timeout} by never ending.\n`
  // Created only now: a build in the meantime empties the folder.
  mkdirSync(report, { recursive: true })
  writeFileSync(join(report, `${name.replaceAll(/[/:]/g, '-')}.md`), `${head}\n${left.join('\n')}\n`)
}

/**
 * Runs the slice's own tests first, and if none notices the fault, tests of other slices that import the file, by
 * distance. In small batches, nearest first, so that a fault noticed early is not tried against all.
 */
async function whatBecomesOf(path, faults, slice) {
  const found = new Map()
  for (const fault of faults) {
    const isRefused = refused.has(fault)
    found.set(fault, {
      outcome: isRefused ? 'refused' : 'survived',
      by: isRefused ? 'the linter' : null,
      isReached: isRefused,
    })
  }
  const all = (reach.get(path) ?? []).toSorted((a, b) => a.away - b.away || a.test.localeCompare(b.test))
  const [own = [], others = []] = [true, false].map((isOwn) =>
    all.map(({ test }) => test).filter((test) => test.startsWith(`app/${slice}/`) === isOwn),
  )
  const isOpen = (fault) => found.get(fault).outcome === 'survived'
  const asked = new Map(faults.map((fault) => [fault, []]))
  // Every lock has its race test in this file, whatever slice the lock is in.
  await askTogether(faults.filter(isLock), [locks])
  for (const few of [...inFews(own), ...inFews(others.slice(0, mostOthers))]) await askTogether(faults, few)
  for (const fault of faults.filter(isOpen)) {
    // A fault that could be switched on has been tried with all tests already; one that shows only while the module
    // loads is noticed by the nearest tests.
    const tests = asked.get(fault).slice(0, found.get(fault).isSwitched ? fewTests : undefined)
    if (tests.length > 0) found.set(fault, { ...(await bench.plantAlone(askOf(fault, tests))), isReached: true })
  }
  return found

  async function askTogether(those, tests) {
    const asks = []
    for (const fault of those.filter(isOpen)) {
      const reaching = await thatRun(fault, tests)
      asked.get(fault).push(...reaching)
      if (reaching.length > 0) asks.push(askOf(fault, reaching))
    }
    if (asks.length === 0) return
    for (const [fault, outcome] of await bench.plantTogether(path, asks)) {
      found.set(fault, { ...outcome, isReached: true, isSwitched: true })
    }
    console.log(`  … ${path}: ${those.filter(isOpen).length} of ${those.length} left`)
  }
}

function askOf(fault, tests) {
  return { fault, tests, usual: tests.map((test) => known.get(test).ms) }
}

function inFews(tests) {
  return Array.from({ length: Math.ceil(tests.length / fewTests) }, (_, at) =>
    tests.slice(at * fewTests, (at + 1) * fewTests),
  )
}

/** The tests that execute the fault's place, fastest first. Tests that fail without a fault are left out. */
async function thatRun(fault, tests) {
  const unknown = tests.filter((test) => !known.has(test))
  if (unknown.length > 0) {
    const measured = await bench.measure(unknown)
    for (const test of unknown) {
      known.set(test, measured.get(test) ?? null)
      if (!measured.has(test)) console.log(`  ${test} does not pass without a fault, and is not asked`)
    }
  }
  const mark = markAt(spansOf(fault.path), fault)
  const runs = (ran) => ran !== undefined && (mark === null || ran.has(mark))
  return tests
    .filter((test) => known.get(test) !== null && runs(known.get(test).ran.get(fault.path)))
    .toSorted((a, b) => known.get(a).ms - known.get(b).ms)
}

function spansOf(path) {
  if (!spans.has(path)) spans.set(path, marked(path, readFileSync(path, 'utf8')).spans)
  return spans.get(path)
}

/**
 * A stable pseudo-random number below 1, from the fault's text and its number among identical ones in the file, so that
 * a changed line above does not change the sample.
 */
function lotOf({ path, what, text }, index, all) {
  const before = all
    .slice(0, index)
    .filter((other) => other.path === path && other.what === what && other.text === text)
  const digest = createHash('sha256')
    .update(JSON.stringify([values.seed, path, what, text, before.length]))
    .digest()
  return digest.readUInt32BE() / 2 ** 32
}
