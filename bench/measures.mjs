import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs the measurements of a folder, which are written in TypeScript and use the test helpers, by Vitest, and reads
 * back their rows. BENCH=small for a quick look; without it in full.
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
    // Keeps the rows that were measured.
    console.error(`\nNot all that is in ${place} could be measured.`)
    process.exitCode = 1
  }
  const read = JSON.parse(readFileSync(rows, 'utf8'))
  rmSync(folder, { recursive: true })
  return read
}
