// Which tests could notice a fault in a file: those that import it, directly or indirectly.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const imports = /(?:^|\n)(?:import|export)\s[^'"]*?['"]((?:\.|~\/)[^'"]+)['"]/g
const endings = ['.ts', '.tsx', '/index.ts']

function importsOf(file, from = new Map()) {
  const known = from.get(file)
  if (known) return known
  const found = [...readFileSync(file, 'utf8').matchAll(imports)].flatMap(([statement, target]) => {
    if (/^\s*import type\b/.test(statement)) return []
    const base = target.startsWith('~/') ? join('app', target.slice(2)) : join(dirname(file), target)
    const path = ['', ...endings]
      .map((ending) => base + ending)
      .find((path) => existsSync(path) && statSync(path).isFile())
    return path ? [relative('.', path)] : []
  })
  from.set(file, found)
  return found
}

/** For each file that a test imports: the tests, with their distance in import steps. */
export function reachOf(tests) {
  const known = new Map()
  const reached = new Map()
  for (const test of tests) {
    const steps = new Map([[test, 0]])
    for (const file of steps.keys()) {
      for (const next of importsOf(file, known)) if (!steps.has(next)) steps.set(next, steps.get(file) + 1)
    }
    for (const [file, away] of steps) {
      const those = reached.get(file) ?? []
      those.push({ test, away })
      reached.set(file, those)
    }
  }
  return reached
}

/** The tests that cover a slice: its own, and the attack tests, which cover many slices. */
export const allTests = () => globSync(['app/**/*.test.ts', 'server/**/*.test.ts', 'test/attacks/**/*.test.ts']).sort()
