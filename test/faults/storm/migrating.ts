import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { openPool } from '~/platform/database/database.server'
import { Lines } from '~/platform/database/lines.server'
import { migrate } from '~/platform/database/migrate.server'
import { watchPrimary } from '~/platform/database/primary-watch.server'
import { silentLog } from '~/platform/log.server'
import { user } from './pg-node'
import type { Place } from './place'

const files = 8

/** A start that is migrating while the primary fails; `finish` is the next start. */
export function startMigrating({ pair, world }: Place, round: number) {
  if (!pair) throw new Error('no pair')
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-migrating-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const names = Array.from({ length: files }, (_, n) => `9${String(n).padStart(3, '0')}-round-${round}.sql`)
  for (const [n, name] of names.entries()) {
    writeFileSync(join(folder, name), `-- Slow.\ncreate table round_${round}_${n} (n int);\nselect pg_sleep(0.3);`)
  }
  const lines = new Lines(silentLog)
  const login = { host: '127.0.0.1', port: pair.front.port, user, database: 'storm' }
  const watch = watchPrimary(login, lines)
  const pool = openPool({ ...login, lines, max: 1 }, silentLog, { queryMs: null })
  const isDone = () =>
    migrate(pool, folder).then(
      () => true,
      () => false,
    )
  const first = isDone()

  async function finish() {
    try {
      await first
      await expect.poll(isDone).toBe(true)
      const { rows } = await world.pool.query(
        `select name from schema_migrations where name like '%-round-${round}.sql' and to_regclass(
          'round_${round}_' || substr(name, 4, 1)) is not null order by name`,
      )
      expect(rows.map(({ name }) => name)).toEqual(names)
    } finally {
      watch.stop()
      await Promise.race([pool.end(), pause(1_000)])
    }
  }
  return { finish }
}
