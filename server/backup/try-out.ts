import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { findPlace, forgetPlace } from '~/platform/database/cluster-place.server'
import { throwDown } from '~/platform/database/embedded-postgres.server'
import { inside } from './backup-folder'
import { type Found, lookInside } from './look-inside'

/**
 * Settings for a trial database that is thrown away afterwards and runs beside a busy product: little memory, and no
 * fsync.
 */
const light = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'shared_buffers=32MB',
  'max_connections=10',
  'max_parallel_workers_per_gather=0',
]
/** Start-up includes replaying the WAL that was written during the copy, on a machine that may be busy. */
const startMs = 10 * 60_000

/** Tests a backup by restoring a copy of it in a folder of its own, as the product would. */
export async function tryOut(backup: string, beside: string): Promise<Found> {
  dropTrial(beside)
  try {
    const { data } = findPlace(beside)
    await cp(inside(backup).cluster, data, { recursive: true, mode: constants.COPYFILE_FICLONE })
    return await lookInside(beside, { settings: light, startMs })
  } finally {
    dropTrial(beside)
  }
}

/**
 * Removes all that a trial left behind, including a PostgreSQL that still runs: the process that owned it may have been
 * killed.
 */
export function dropTrial(beside: string) {
  throwDown(findPlace(beside))
  forgetPlace(beside)
}
