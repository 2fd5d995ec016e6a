import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigError } from '../config-error'
import { type Binaries, canEnter, findBinaries, type RunAs } from './postgres-binaries.server'

/**
 * Where the embedded PostgreSQL of a folder lies. As root it runs as another user; where that one cannot enter the folder, the
 * data lie in /var/lib/kvartera. Whoever starts, throws away, copies or puts back asks here, so that they mean the same.
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

/** Our own folder, or the shared one when the user that PostgreSQL runs as cannot get to ours. */
function reachableFolder(home: string, shared: string, runAs: RunAs): string {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (runAs === null) return home
  chmodSync(home, 0o711)
  if (canEnter(home, runAs)) return home
  mkdirSync(shared, { recursive: true })
  return shared
}

/** A socket's path may not be longer than about a hundred characters: a deep checkout uses the temporary folder. */
function socketFolder(base: string): string {
  const beside = join(base, 'run')
  if (beside.length <= longestSocketPath) return beside
  return join(tmpdir(), `kvartera-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`)
}

/** Makes a folder that PostgreSQL alone reads. */
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
 * Data that were copied into place by root (`cp -r`) belong to root, and PostgreSQL refuses them: root gives them to whom they
 * belonged. Anybody else is told.
 */
export function giveToPostgres({ data, binaries }: Pick<ClusterPlace, 'data' | 'binaries'>) {
  preparePrivateFolder(data, binaries)
  chmodSync(data, 0o700)
  const { runAs } = binaries
  if (!runAs || ownersIn(data).every((owner) => owner === runAs.uid)) return
  execFileSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, data])
}

/** Whoever copied as root copied all of it: the folder's own entries say whether. */
const ownersIn = (folder: string) => readdirSync(folder).map((entry) => statSync(join(folder, entry)).uid)

/** Throws away what lies in a folder's place, and the folder. */
export function forgetPlace(folder: string) {
  const { base, sockets } = findPlace(folder)
  for (const own of [base, sockets, folder]) rmSync(own, { recursive: true, force: true })
}

export const hasData = ({ data }: Pick<ClusterPlace, 'data'>) => existsSync(join(data, 'PG_VERSION'))
