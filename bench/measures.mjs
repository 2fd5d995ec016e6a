import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Measurements of use cases. They are written in TypeScript beside what they use of the tests, so they run where those run; this
 * asks for the ones of a folder and reads the rows back. BENCH=small for a look, without is as promised.
 */
export function measureIn(place) {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-measured-'))
  const rows = join(folder, 'rows.json')
  const { status } = spawnSync(
    join('node_modules', '.bin', 'vitest'),
    ['run', '--config', 'bench/vitest.config.ts', place],
    {
      stdio: 'inherit',
      env: { ...process.env, BENCH_ROWS: rows },
    },
  )
  if (!existsSync(rows)) throw new Error(`What is in ${place} could not be measured.`)
  if (status !== 0) {
    // What the others measured in minutes is not thrown away with it.
    console.error(`\nNot all that is in ${place} could be measured.`)
    process.exitCode = 1
  }
  const read = JSON.parse(readFileSync(rows, 'utf8'))
  rmSync(folder, { recursive: true })
  return read
}
