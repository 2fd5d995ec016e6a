import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { findPlace, forgetPlace } from '~/platform/database/cluster-place.server'
import { throwDown } from '~/platform/database/embedded-postgres.server'
import { inside } from './backup-folder'
import { type Found, lookInside } from './look-inside'

/** Thrown away afterwards, and beside a product that needs the machine: little memory, and nothing waits for the disk. */
const light = [
  'fsync=off',
  'full_page_writes=off',
  'autovacuum=off',
  'shared_buffers=32MB',
  'max_connections=10',
  'max_parallel_workers_per_gather=0',
]
/** What was written while the copying went on is put in first, and the machine may be busy. */
const startMs = 10 * 60_000

/** A backup is one when it was restored: from a copy of the copy, in a folder of its own, as the product would. */
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

/** Whatever a trial has left there, a PostgreSQL that still runs among it: whoever had it may have been killed. */
export function dropTrial(beside: string) {
  throwDown(findPlace(beside))
  forgetPlace(beside)
}
