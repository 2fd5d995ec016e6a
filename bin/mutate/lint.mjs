// Faults that `npm run lint` refuses need no test: a promise that is not awaited (noFloatingPromises), and a dropped
// condition that leaves a parameter or variable unused (noUnusedFunctionParameters, noUnusedVariables). Removed
// statements are not linted: whoever forgets one would not have computed its arguments either.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isNotAwaited } from './faults.mjs'

const floating = ['nursery/noFloatingPromises']
const unused = ['correctness/noUnusedFunctionParameters', 'correctness/noUnusedVariables']
const isDropped = ({ what }) => what.startsWith('dropped')

/** The subset of the faults that `npm run lint` refuses. */
export function refusedByLint(faults) {
  return new Set([...leftFloating(faults.filter(isNotAwaited)), ...leavingUnused(faults.filter(isDropped))])
}

/** Lints all of them at once in a copy of the sources, since the rule needs types from other files. */
function leftFloating(faults) {
  return inCopy(faults, ['app', 'db', 'server', 'test', 'package.json', 'tsconfig.json', 'biome.json'], (copy) => {
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
    for (const [path, those] of Map.groupBy(faults, ({ path }) => path)) plantAll(join(copy, path), those)
    const found = new Set(said(copy, floating).map(({ path, start }) => `${path}:${start.line}`))
    return faults.filter(({ path, line }) => found.has(`${path}:${line}`))
  })
}

/** Lints each in a file of its own: two removals together could leave unused what either of them uses. */
function leavingUnused(faults) {
  return inCopy(faults, ['package.json', 'biome.json'], (copy) => {
    mkdirSync(join(copy, 'app'))
    for (const [index, fault] of faults.entries()) {
      const file = join(copy, `app/${index}.ts`)
      cpSync(fault.path, file)
      plantAll(file, [fault])
    }
    const found = new Set(said(copy, unused).map(({ path }) => path))
    return faults.filter((_, index) => found.has(`app/${index}.ts`))
  })
}

function inCopy(faults, names, find) {
  if (faults.length === 0) return []
  const copy = mkdtempSync(join(tmpdir(), 'kvartera-lint-'))
  try {
    for (const name of names) cpSync(name, join(copy, name), { recursive: true })
    return find(copy)
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function plantAll(file, faults) {
  let source = readFileSync(file, 'utf8')
  // From last to first, so that earlier offsets stay valid.
  for (const { start, end, text } of faults.toSorted((a, b) => b.start - a.start))
    source = source.slice(0, start) + text + source.slice(end)
  writeFileSync(file, source)
}

function said(copy, rules) {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const only = rules.map((rule) => `--only=${rule}`)
  const asked = ['lint', ...only, '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', 'app']
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...asked], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (!stdout.startsWith('{')) throw new Error(`the linter did not answer: ${stderr}`)
  return JSON.parse(stdout).diagnostics.map(({ location }) => location)
}
