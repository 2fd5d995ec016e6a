import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { systemClock } from '~/platform/clock.server'
import { ConfigError } from '~/platform/config.server'
import { findPlace, hasData } from '~/platform/database/cluster-place.server'
import { openDatabase } from '~/platform/database/database.server'
import { startCluster } from '~/platform/database/embedded-postgres.server'
import { insertTrial } from '~/upkeep/public.server'
import { loadConfig } from '../start/open-storage'
import { places } from '../start/places'
import { whyNot } from '../start/why-not'
import { stampOf, writeLabel } from './backup-folder'
import { copyAll } from './copy-all'
import { type Found, inWords } from './look-inside'
import { tryOut } from './try-out'

/**
 * `npm run backup [-- folder]`: copies all that must survive, whether the product runs or not, tries restoring the
 * copy, and reports the result to the product.
 */
export async function backUp(given: string | undefined, say: (text: string) => void): Promise<string> {
  refuseOwnDatabase()
  if (!hasData(findPlace(places.data))) throw new ConfigError('There is nothing to back up yet.')
  const now = systemClock.now()
  const folder = resolve(given ?? join('backups', stampOf(now)))
  if (existsSync(folder)) throw new ConfigError(`${folder} is there already: name another folder.`)
  // The folder gets its final name last, so a folder without the ending is always a whole backup that was tried.
  const draft = `${folder}.part`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  const cluster = await startCluster({ folder: places.data })
  try {
    say('Copying')
    await copyAll(cluster.connection, draft)
    writeLabel(draft, now)
    say('Trying what was copied')
    const found = await tryOut(draft, `${folder}.trial`)
    await tell({ ...cluster.connection, database: 'kvartera' }, found, now)
    const words = inWords(found)
    renameSync(draft, folder)
    return `${folder}: ${words}.`
  } catch (error) {
    throw whyNot(error, dirname(folder))
  } finally {
    if (!cluster.adopted) await cluster.stop()
    rmSync(draft, { recursive: true, force: true })
  }
}

export function refuseOwnDatabase() {
  if (loadConfig().secrets.databaseUrl !== null) {
    throw new ConfigError(
      'DATABASE_URL names a PostgreSQL of your own, which has backups of its own (docs/operations.md).',
    )
  }
}

/**
 * Records the result where administrators read it. A product older than this table has none (42P01); the backup still
 * counts.
 */
async function tell(connection: pg.ClientConfig, { wrong, counts }: Found, beganAt: Date) {
  const db = openDatabase(new pg.Pool({ ...connection, max: 1 }))
  const result = { outcome: wrong ?? ('whole' as const), madeAt: beganAt, counts }
  try {
    await insertTrial(db, result, { beganAt, endedAt: systemClock.now() })
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error
  } finally {
    await db.destroy()
  }
}
