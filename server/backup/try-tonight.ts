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

/** A backup younger than this, made by somebody's own cron job, is tried instead of making another. */
const freshMs = 20 * hour
/** How many of our own nightly backups are kept. Backups that a person put there are never deleted. */
const mostKept = 7
/** Allowance for growth during the copy: WAL held back by the replication slot, and what people write. */
const growthBytes = 256 * MB

/** The folder may hold other people's files: only names with this prefix are ours to delete. */
const prefix = 'nightly-'
const part = '.part'
const trialIn = (folder: string) => join(folder, `${prefix}trial${part}`)

export type Night = { folder: string; keepFree: number }
/** The result with its faults, for the operator's log. */
export type TriedTonight = Result & { faults: string[] }

/**
 * Runs in a process of its own (bin/tonight.mjs) beside the running product: makes a backup or picks the newest,
 * restores it in a folder and on a socket of its own, inspects all of it, and removes the trial.
 */
export const tryTonight = (night: Night): Promise<TriedTonight> =>
  findOrMake(night).catch((error) => nothing('not made', [wordOf(error)]))

async function findOrMake({ folder, keepFree }: Night): Promise<TriedTonight> {
  // Never creates the folder: when the intended disk is not mounted, the backup would land on the product's own disk.
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
  // The rename comes last, so a folder without the ending is always a whole backup that was tried.
  if (result.outcome === 'whole') {
    renameSync(draft, draft.slice(0, -part.length))
    forgetOldest(folder, system)
  }
  return result
}

/**
 * Removes what a killed process left: a half-made copy, the trial's folder, a PostgreSQL that runs on it. Touches
 * nothing of a person's.
 */
export function clearTonight(folder: string) {
  if (!existsSync(folder)) return
  dropTrial(trialIn(folder))
  for (const name of readdirSync(folder)) {
    if (name.startsWith(prefix) && name.endsWith(part)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

type Judged = Found | { unreadable: string }

/** An unreadable copy is a result, not an error of the trial: finding one is the purpose. */
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

/** Logs only the name and code of an error: a database error's message may quote a row. */
function wordOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return [name, code].filter((word) => typeof word === 'string').join(' ')
}

/**
 * The disk of the trial. Where PostgreSQL's own user cannot enter the folder, the trial lies elsewhere
 * (cluster-place.server.ts).
 */
const trialDisk = (folder: string) => findPlace(trialIn(folder)).base

type Backup = { path: string; madeAt: Date }

/** The newest backup, if it is fresh enough that no other need be made. */
export function toTry(folder: string, system: string, now: Date): Backup | undefined {
  const newest = backupsOf(system, folder)[0]
  return newest && isFresh(newest, now) ? newest : undefined
}

/**
 * A backup dated in the future was made by another clock and does not count. One of our own counts only if it is of the
 * same night, left by a try that was cut off: for a daytime start it would be the last night's, and with no other made
 * the newest would be too old before the next run.
 */
function isFresh({ path, madeAt }: Backup, now: Date): boolean {
  const age = now.getTime() - madeAt.getTime()
  return age >= 0 && age < freshMs && (!isOwn(path) || nightOf(madeAt) === nightOf(now))
}

/** Resolves symbolic links, since somebody may have linked to one of our backups. */
const isOwn = (path: string) => basename(realpathSync(path)).startsWith(prefix)

/**
 * Backups of this database, newest first. Those of another database, or of an earlier one at this place, are neither
 * tried nor deleted.
 */
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

/** Null if the label cannot be read: such a folder is not treated as a backup. */
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
