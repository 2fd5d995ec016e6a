import { closeSync, cpSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '~/platform/config.server'
import { findPlace } from '~/platform/database/cluster-place.server'
import { places } from '../start/places'

/** Layout of a backup: the cluster, the demo's secret where there is one, uploaded files, and a label. */
export const inside = (folder: string) => ({
  cluster: join(folder, 'postgres'),
  secret: join(folder, 'auth-secret'),
  files: join(folder, 'files'),
  label: join(folder, 'backup.json'),
})

/** `system`: the identifier of the database cluster that was copied (`ownSystem`). Older backups lack it. */
export type Label = { madeAt: string; system?: string }

export function writeLabel(folder: string, madeAt: Date) {
  const label: Label = { madeAt: madeAt.toISOString(), system: ownSystem() }
  writeFileSync(inside(folder).label, `${JSON.stringify(label)}\n`, { mode: 0o600, flush: true })
}

export function readLabel(folder: string): Label {
  const { label } = inside(folder)
  if (!existsSync(label)) throw new ConfigError(`${folder} is no backup: npm run backup makes one.`)
  return JSON.parse(readFileSync(label, 'utf8')) as Label
}

/**
 * PostgreSQL's system identifier of this product's cluster: set by initdb, and the same in every copy. A cluster that
 * was thrown away and made anew has another.
 */
export function ownSystem(data = findPlace(places.data).data): string {
  const file = openSync(join(data, 'global', 'pg_control'), 'r')
  const system = Buffer.alloc(8)
  readSync(file, system, 0, system.length, 0)
  closeSync(file)
  return system.toString('hex')
}

/** Uploads and the secret are immutable, so files that are there already are kept. */
export function copyFiles(from: { secret: string; files: string }, to: { secret: string; files: string }) {
  for (const part of ['secret', 'files'] as const) {
    if (existsSync(from[part]))
      cpSync(from[part], to[part], { recursive: true, force: false, preserveTimestamps: true })
  }
}

export const ours = { secret: places.secret, files: places.files }

/** For example `2026-11-23T08.31.12`: sorts by time, and has no colon, so it is a valid file name on every system. */
export const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '.')
