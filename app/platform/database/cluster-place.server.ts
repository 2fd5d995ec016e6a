import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigError } from '../config-error'
import { type Binaries, canEnter, findBinaries, type RunAs } from './postgres-binaries.server'

/**
 * Where the data of an embedded PostgreSQL lie, for a given folder. Started as root, PostgreSQL runs as another user;
 * if that user cannot enter the folder, the data lie in /var/lib/kvartera. Start, reset, backup and restore all use
 * `findPlace`, so that they agree on the place.
 */
export type ClusterPlace = { base: string; data: string; sockets: string; log: string; binaries: Binaries }

const longestSocketPath = 90

export function findPlace(folder: string): ClusterPlace {
  const home = resolve(folder)
  const shared = join('/var/lib', 'kvartera', createHash('sha256').update(home).digest('hex').slice(0, 12))
  const binaries = findBinaries(shared)
  const base = reachableFolder(home, shared, binaries.runAs)
  return { base, data: join(base, 'postgres'), sockets: socketFolder(base), log: join(base, 'postgres.log'), binaries }
}

/** Our own folder, or the shared one if the user that PostgreSQL runs as cannot enter ours. */
function reachableFolder(home: string, shared: string, runAs: RunAs): string {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (runAs === null) return home
  chmodSync(home, 0o711)
  if (canEnter(home, runAs)) return home
  mkdirSync(shared, { recursive: true })
  return shared
}

/** The path of a Unix socket is limited to about a hundred characters: for a long path the temporary folder is used. */
function socketFolder(base: string): string {
  const beside = join(base, 'run')
  if (beside.length <= longestSocketPath) return beside
  return join(tmpdir(), `kvartera-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`)
}

/** Makes a folder that only PostgreSQL's user can read. */
export function preparePrivateFolder(folder: string, { runAs }: Binaries) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  const owner = statSync(folder).uid
  const expected = runAs?.uid ?? process.getuid?.() ?? owner
  if (owner !== expected) {
    throw new ConfigError(`The folder ${folder} belongs to another user: remove it, or start as that user.`)
  }
}

/**
 * Data restored by root (`cp -r`) belong to root, and PostgreSQL refuses them: root changes the owner back. For any
 * other user `preparePrivateFolder` throws.
 */
export function giveToPostgres({ data, binaries }: Pick<ClusterPlace, 'data' | 'binaries'>) {
  preparePrivateFolder(data, binaries)
  chmodSync(data, 0o700)
  const { runAs } = binaries
  if (!runAs || ownersIn(data).every((owner) => owner === runAs.uid)) return
  execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, data])
}

/** Owners of the top-level entries only: a copy made by root gives every file to root, so they tell. */
const ownersIn = (folder: string) => readdirSync(folder).map((entry) => statSync(join(folder, entry)).uid)

/** Deletes the cluster's data, its sockets and the folder. */
export function forgetPlace(folder: string) {
  const { base, sockets } = findPlace(folder)
  for (const own of [base, sockets, folder]) rmSync(own, { recursive: true, force: true })
}

export const hasData = ({ data }: Pick<ClusterPlace, 'data'>) => existsSync(join(data, 'PG_VERSION'))
