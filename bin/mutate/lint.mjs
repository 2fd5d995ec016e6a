// A promise that nobody waits for is mostly refused by the linter already (noFloatingPromises): such a fault needs no test.
// It is asked about all of them at once, in a copy of the sources.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isNotAwaited } from './faults.mjs'

/** Those of the faults that `npm run lint` refuses. */
export function refusedByLint(faults) {
  const floating = faults.filter(isNotAwaited)
  if (floating.length === 0) return new Set()
  const copy = mkdtempSync(join(tmpdir(), 'kvartera-lint-'))
  try {
    for (const name of ['app', 'db', 'server', 'test', 'package.json', 'tsconfig.json', 'biome.json'])
      cpSync(name, join(copy, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
    for (const [path, those] of Map.groupBy(floating, ({ path }) => path)) plantAll(join(copy, path), those)
    const found = said(copy)
    return new Set(floating.filter(({ path, line }) => found.has(`${path}:${line}`)))
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function plantAll(file, faults) {
  let source = readFileSync(file, 'utf8')
  // From the last to the first, so that what is before stays where it was.
  for (const { start, end, text } of faults.toSorted((a, b) => b.start - a.start))
    source = source.slice(0, start) + text + source.slice(end)
  writeFileSync(file, source)
}

function said(copy) {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const asked = ['lint', '--only=nursery/noFloatingPromises', '--vcs-enabled=false', '--reporter=json', 'app']
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...asked], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (!stdout.startsWith('{')) throw new Error(`the linter did not answer: ${stderr}`)
  return new Set(JSON.parse(stdout).diagnostics.map(({ location }) => `${location.path}:${location.start.line}`))
}
