import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ownFile = 0o600
const ownFolder = 0o700
/**
 * Execute permission for others: a PostgreSQL that runs as another user must pass through the folder, but cannot list
 * it.
 */
const passable = 0o711

/** Creates the data folders and removes access that an earlier start gave to anybody but the owner. */
export function keepForOwner(folder: string, within: readonly string[]) {
  mkdirSync(folder, { recursive: true, mode: ownFolder })
  chmodSync(folder, (statSync(folder).mode & passable) | ownFolder)
  for (const own of within) mkdirSync(own, { recursive: true, mode: ownFolder })
  for (const own of within) chmodSync(own, ownFolder)
  for (const place of [folder, ...within]) {
    for (const entry of readdirSync(place, { withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(place, entry.name), ownFile)
    }
  }
}
