import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '~/platform/config.server'
import { places } from '../start/places'

/** What lies in a backup: the cluster, the demo's secret where there is one, uploaded files, and what it is of. */
export const inside = (folder: string) => ({
  cluster: join(folder, 'postgres'),
  secret: join(folder, 'auth-secret'),
  files: join(folder, 'files'),
  label: join(folder, 'backup.json'),
})

export type Label = { madeAt: string }

export function writeLabel(folder: string, madeAt: Date) {
  const label: Label = { madeAt: madeAt.toISOString() }
  writeFileSync(inside(folder).label, `${JSON.stringify(label)}\n`, { mode: 0o600, flush: true })
}

export function readLabel(folder: string): Label {
  const { label } = inside(folder)
  if (!existsSync(label)) throw new ConfigError(`${folder} is no backup: npm run backup makes one.`)
  return JSON.parse(readFileSync(label, 'utf8')) as Label
}

/** Uploads and the secret are written once and never changed: what is there already stays. */
export function copyFiles(from: { secret: string; files: string }, to: { secret: string; files: string }) {
  for (const part of ['secret', 'files'] as const) {
    if (existsSync(from[part]))
      cpSync(from[part], to[part], { recursive: true, force: false, preserveTimestamps: true })
  }
}

export const ours = { secret: places.secret, files: places.files }

/** `2026-11-23T08.31.12`: in order, and a name on every disk. */
export const stampOf = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '.')
