import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The alarm's own measurements. They are written in TypeScript beside what they use of the fault tests, so they run
 * where those run; this asks for them and reads the rows back. BENCH=small for a look, without is as promised.
 */
export function measureAlarms() {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-alarm-bench-'))
  const rows = join(folder, 'rows.json')
  const { status } = spawnSync(
    join('node_modules', '.bin', 'vitest'),
    ['run', '--config', 'bench/alarms/vitest.config.ts'],
    {
      stdio: 'inherit',
      env: { ...process.env, BENCH_ROWS: rows },
    },
  )
  if (status !== 0) throw new Error('The alarm could not be measured.')
  const read = JSON.parse(readFileSync(rows, 'utf8'))
  rmSync(folder, { recursive: true })
  return read
}
