import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemClock } from '~/platform/clock.server'
import { ConfigError } from '~/platform/config.server'
import { findPlace } from '~/platform/database/cluster-place.server'
import { stopForGood } from '../start/open-embedded'
import { places } from '../start/places'
import { refuseOwnDatabase } from './back-up'
import { copyFiles, inside, ours, readLabel, stampOf } from './backup-folder'
import { inWords, lookInside } from './look-inside'

/**
 * `npm run restore -- folder`: replaces the current data by a backup. The current data are kept beside it under another
 * name.
 */
export async function restore(given: string | undefined, say: (text: string) => void): Promise<string> {
  refuseOwnDatabase()
  if (!given) throw new ConfigError('Which one? npm run restore -- backups/…')
  const folder = resolve(given)
  const { madeAt } = readLabel(folder)
  await stopForGood()
  const { data } = findPlace(places.data)
  const kept = `.before-${stampOf(systemClock.now())}`
  const parts = { cluster: data, ...ours }
  const drafts = { cluster: `${data}.restored`, secret: `${ours.secret}.restored`, files: `${ours.files}.restored` }
  for (const draft of Object.values(drafts)) rmSync(draft, { recursive: true, force: true })
  try {
    say('Copying')
    await cp(inside(folder).cluster, drafts.cluster, { recursive: true })
    copyFiles(inside(folder), drafts)
  } catch (error) {
    for (const draft of Object.values(drafts)) rmSync(draft, { recursive: true, force: true })
    throw error
  }
  // Marker file: until it is removed, nothing starts on a half-restored mix of old and new data.
  writeFileSync(places.restoring, folder, { mode: 0o600, flush: true })
  for (const part of ['cluster', 'secret', 'files'] as const) {
    if (existsSync(parts[part])) renameSync(parts[part], parts[part] + kept)
    if (existsSync(drafts[part])) renameSync(drafts[part], parts[part])
  }
  rmSync(places.restoring)
  say('Looking at it')
  const found = inWords(await lookInside(places.data))
  return `As of ${madeAt}: ${found}. What was here before lies beside it, with ${kept} in its name; throw it away when all is well.`
}
