import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ownFile = 0o600
const ownFolder = 0o700
/** Where PostgreSQL runs as another user it has to pass through, and can read nothing on its way. */
const passable = 0o711

/** Makes the folder that holds everything, and takes from all but its owner what an earlier start let them read. */
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
