import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemClock } from '~/platform/clock.server'
import { type ClusterPlace, findPlace } from '~/platform/database/cluster-place.server'
import { isUp, wayTo } from '~/platform/database/embedded-postgres.server'
import { nightOf, type Result } from '~/upkeep/public'
import { places } from '../start/places'
import { inside, type Label, ownSystem, readLabel, stampOf, writeLabel } from './backup-folder'
import { copyAll } from './copy-all'
import type { Found } from './look-inside'
import { fits, weighFolder } from './room'
import { dropTrial, tryOut } from './try-out'

const MB = 1_000_000
const hour = 3_600_000

/** Somebody's cron has made one: it is tried, and no other made. */
const freshMs = 20 * hour
/** Of those that were made here. What a person has put there is theirs. */
const mostKept = 7
/** What comes meanwhile: WAL that the copying keeps from being recycled, and what people write. */
const growthBytes = 256 * MB

/** In a folder that may be somebody's, only what begins with this is ours to take away. */
const prefix = 'nightly-'
const part = '.part'
const trialIn = (folder: string) => join(folder, `${prefix}trial${part}`)

export type Night = { folder: string; keepFree: number }
/** With what is wrong, for the log of whoever looks after the machine. */
export type TriedTonight = Result & { faults: string[] }

/**
 * In a process of its own (bin/tonight.mjs), beside the product that runs: makes a backup, or finds the newest, puts it back in a folder of
 * its own on a socket of its own, looks at all of it, and throws that away.
 */
export const tryTonight = (night: Night): Promise<TriedTonight> =>
  findOrMake(night).catch((error) => nothing('not made', [wordOf(error)]))

async function findOrMake({ folder, keepFree }: Night): Promise<TriedTonight> {
  // Made here it would lie on the disk of the product, whenever the one that was meant is not mounted.
  if (!existsSync(folder)) return nothing('not made', ['BACKUP_FOLDER is not there'])
  clearTonight(folder)
  const now = systemClock.now()
  const place = findPlace(places.data)
  if (!isUp(place)) return nothing('not made', ['the embedded PostgreSQL does not run'])
  const system = ownSystem(place.data)
  const fresh = toTry(folder, system, now)
  try {
    if (fresh) {
      const room = [{ folder: trialDisk(folder), bytes: await weighFolder(inside(fresh.path).cluster) }]
      if (!fits(room, keepFree + growthBytes)) return nothing('no room')
      return resultOf(fresh.madeAt, await judge(fresh.path, folder))
    }
    return await makeAndTry({ folder, keepFree }, place, system, now)
  } finally {
    clearTonight(folder)
  }
}

async function makeAndTry(
  { folder, keepFree }: Night,
  place: ClusterPlace,
  system: string,
  now: Date,
): Promise<TriedTonight> {
  const bytes = await weighFolder(place.data)
  const files = await weighFolder(places.files)
  const room = [
    { folder, bytes: bytes + files },
    { folder: trialDisk(folder), bytes },
  ]
  if (!fits(room, keepFree + growthBytes)) return nothing('no room')
  const draft = join(folder, `${prefix}${stampOf(now)}${part}`)
  try {
    mkdirSync(draft, { mode: 0o700 })
    await copyAll({ ...wayTo(place), database: 'postgres' }, draft)
    writeLabel(draft, now)
  } catch (error) {
    return nothing('not made', [wordOf(error)])
  }
  const result = resultOf(now, await judge(draft, folder))
  // Whoever finds a folder without that ending finds a whole backup that was tried.
  if (result.outcome === 'whole') {
    renameSync(draft, draft.slice(0, -part.length))
    forgetOldest(folder, system)
  }
  return result
}

/** What a process that was killed has left: half a copy, the trial's folder, a PostgreSQL on it. Nothing of a person's. */
export function clearTonight(folder: string) {
  if (!existsSync(folder)) return
  dropTrial(trialIn(folder))
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && name.endsWith(part)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

type Judged = Found | { unreadable: string }

/** A copy that cannot be read is what this is for, and no fault of the trial's. */
const judge = (backup: string, folder: string): Promise<Judged> =>
  tryOut(backup, trialIn(folder)).catch((error) => ({ unreadable: wordOf(error) }))

function resultOf(madeAt: Date, found: Judged): TriedTonight {
  if ('unreadable' in found) return { outcome: 'unreadable', madeAt, counts: null, faults: [found.unreadable] }
  return { outcome: found.wrong ?? 'whole', madeAt, counts: found.counts, faults: found.faults }
}

const nothing = (outcome: 'not made' | 'no room', faults: string[] = []): TriedTonight => ({
  outcome,
  madeAt: null,
  counts: null,
  faults,
})

/** By its code alone: an error of the database may have a row in its words. */
function wordOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return [name, code].filter((word) => typeof word === 'string').join(' ')
}

/** Where PostgreSQL's own user cannot enter the folder, the trial lies elsewhere (cluster-place.server.ts). */
const trialDisk = (folder: string) => findPlace(trialIn(folder)).base

type Backup = { path: string; madeAt: Date }

/** The newest, where no other need be made. */
export function toTry(folder: string, system: string, now: Date): Backup | undefined {
  const newest = backupsOf(system, folder)[0]
  return newest && isFresh(newest, now) ? newest : undefined
}

/**
 * One of tomorrow was made by another clock. One of our own is left by a try that was cut off tonight: of a start in the daytime it is the
 * last night's, and with no other made the newest would be too old before the next is.
 */
function isFresh({ path, madeAt }: Backup, now: Date): boolean {
  const age = now.getTime() - madeAt.getTime()
  return age >= 0 && age < freshMs && (!isOwn(path) || nightOf(madeAt) === nightOf(now))
}

/** Also by a link that somebody has made to it. */
const isOwn = (path: string) => basename(realpathSync(path)).startsWith(prefix)

/** The newest first. One of another database, or of the one that was here before this, is not ours to try and not ours to take away. */
function backupsOf(system: string, folder: string): Backup[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => !path.endsWith(part) && existsSync(inside(path).label))
    .flatMap((path) => {
      const label = labelOf(path)
      const madeAt = new Date(label?.madeAt ?? Number.NaN)
      const isOurs = label?.system === undefined || label.system === system
      return isOurs && !Number.isNaN(madeAt.getTime()) ? [{ path, madeAt }] : []
    })
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

/** A label that cannot be read is no backup's. */
function labelOf(path: string): Label | null {
  try {
    return readLabel(path)
  } catch {
    return null
  }
}

export function forgetOldest(folder: string, system: string) {
  const own = backupsOf(system, folder).filter(({ path }) => path.startsWith(join(folder, prefix)))
  for (const { path } of own.slice(mostKept)) rmSync(path, { recursive: true, force: true })
}
