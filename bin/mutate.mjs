// `npm run mutate -- sponsorship`: plants small faults in a slice's rules, use cases and stores, one at a time, and sees
// whether its tests notice. `--share 5%` takes a sample, the same for the same `--seed`. What nobody noticed is written
// to build/mutation/<slice>.md.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBench } from './mutate/bench.mjs'
import { faultsIn } from './mutate/faults.mjs'
import { allTests, reachOf } from './mutate/reach.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '100%' }, seed: { type: 'string', default: '1' } },
})
const share = Number.parseFloat(values.share) / 100
if (!(share > 0 && share <= 1)) throw new Error('--share is a part of a hundred, as in 5%')

/** So many test files of other slices are asked about a file that no test of its own slice imports. */
const mostOfOthers = 4

const report = join('build', 'mutation')
mkdirSync(report, { recursive: true })
const asked = positionals.length > 0 ? positionals : globSync('app/*/').map((path) => path.split(/[\\/]/)[1])
const reach = reachOf(allTests())
const bench = await openBench()
const times = new Map()
try {
  for (const name of asked.sort()) await scoreOf(name)
} finally {
  await bench.close()
}

/** A slice, or a part of the name of files in it: `sponsorship/slot-store`. */
async function scoreOf(name) {
  const [slice, part = ''] = name.split('/')
  const faults = globSync(`app/${slice}/**/*.ts`)
    .filter(
      (path) => !/\.test\.ts$|\.d\.ts$|\/pages\/|\/parts\//.test(path) && path.slice(5 + slice.length).includes(part),
    )
    .sort()
    .flatMap((path) => faultsIn(path, readFileSync(path, 'utf8')))
    .filter(isInSample)
  if (faults.length === 0) return
  const count = { noticed: 0, timeout: 0, survived: 0 }
  const left = []
  for (const [index, fault] of faults.entries()) {
    const tests = await testsFor(fault.path, slice)
    const usual = tests.reduce((sum, test) => sum + times.get(test), 0)
    const unreached = { outcome: 'survived', by: null }
    const { outcome, by } = tests.length === 0 ? unreached : await bench.plant(fault, tests, usual)
    count[outcome]++
    const where = `${fault.path}:${fault.line}`
    if (outcome === 'survived')
      left.push(`- ${where} ${fault.what}${tests.length === 0 ? ' (no test reaches it)' : ''}`)
    console.log(`  ${index + 1}/${faults.length} ${outcome.padEnd(8)} ${where} ${fault.what}${by ? ` (${by})` : ''}`)
  }
  const noticed = count.noticed + count.timeout
  const score = `${name}: ${noticed} of ${faults.length} noticed, ${Math.round((100 * noticed) / faults.length)} %`
  console.log(`\n${score}\n`)
  const head = `# ${score}\n\n${values.share} of the faults, seed ${values.seed}, ${count.timeout} of them by never ending.\n`
  writeFileSync(join(report, `${name.replaceAll('/', '-')}.md`), `${head}\n${left.join('\n')}\n`)
}

/** The slice's own tests, or where none imports the file those that do so in the fewest steps; such as pass without a fault. */
async function testsFor(path, slice) {
  const all = (reach.get(path) ?? []).toSorted((a, b) => a.away - b.away || a.test.localeCompare(b.test))
  const own = all.filter(({ test }) => test.startsWith(`app/${slice}/`))
  const nearest = (own.length > 0 ? own : all.slice(0, mostOfOthers)).map(({ test }) => test)
  for (const test of nearest) {
    if (times.has(test)) continue
    times.set(test, await bench.measure(test))
    if (times.get(test) === null) console.log(`  ${test} does not pass without a fault, and is not asked`)
  }
  return nearest.filter((test) => times.get(test) !== null)
}

/** By its words and how many like it come before it in its file, so that a line above it does not change the sample. */
function isInSample({ path, what, text }, index, all) {
  const before = all
    .slice(0, index)
    .filter((other) => other.path === path && other.what === what && other.text === text)
  const digest = createHash('sha256')
    .update(JSON.stringify([values.seed, path, what, text, before.length]))
    .digest()
  return digest.readUInt32BE() / 2 ** 32 < share
}
