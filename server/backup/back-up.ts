import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from '~/platform/clock.server'
import { ConfigError } from '~/platform/config.server'
import { findPlace, forgetPlace, hasData } from '~/platform/database/cluster-place.server'
import { startCluster } from '~/platform/database/embedded-postgres.server'
import { loadConfig } from '../start/open-storage'
import { places } from '../start/places'
import { whyNot } from '../start/why-not'
import { copyFiles, inside, ours, stampOf, writeLabel } from './backup-folder'
import { copyCluster } from './base-backup'
import { lookInside } from './look-inside'

/** `npm run backup [-- folder]`: copies all that must survive, while the product runs or not, and tries what it has copied. */
export async function backUp(given: string | undefined, say: (text: string) => void): Promise<string> {
  refuseOwnDatabase()
  if (!hasData(findPlace(places.data))) throw new ConfigError('There is nothing to back up yet.')
  const now = systemClock.now()
  const folder = resolve(given ?? join('backups', stampOf(now)))
  if (existsSync(folder)) throw new ConfigError(`${folder} is there already: name another folder.`)
  // Whoever finds the folder finds a whole backup that was tried.
  const draft = `${folder}.part`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  try {
    say('Copying')
    await copyAll(draft)
    writeLabel(draft, now)
    say('Trying what was copied')
    const found = await tryOut(draft)
    renameSync(draft, folder)
    return `${folder}: ${found}.`
  } catch (error) {
    throw whyNot(error, dirname(folder))
  } finally {
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

/** A picture that somebody takes away meanwhile is in the first copy of the files, one that comes in the second. */
async function copyAll(folder: string) {
  const place = findPlace(places.data)
  const cluster = await startCluster({ folder: places.data })
  try {
    copyFiles(ours, inside(folder))
    await copyCluster(cluster.connection, place.data, inside(folder).cluster)
    copyFiles(ours, inside(folder))
  } finally {
    if (!cluster.adopted) await cluster.stop()
  }
}

/** A backup is one when it was restored: beside it, from a copy, as the product would. */
async function tryOut(folder: string): Promise<string> {
  const trial = mkdtempSync(join(tmpdir(), 'kvartera-trial-'))
  try {
    await cp(inside(folder).cluster, findPlace(trial).data, { recursive: true })
    return await lookInside(trial)
  } finally {
    forgetPlace(trial)
  }
}
