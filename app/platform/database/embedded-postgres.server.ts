import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Binaries, canEnter, findBinaries, type RunAs } from './postgres-binaries.server'

/**
 * A PostgreSQL of our own in a folder: made when it is missing, taken over when an earlier process that
 * was killed left it running, started again when it dies. It listens on a private Unix socket only.
 */
export type Cluster = {
  connection: { host: string; user: string; database: string }
  /** True when it was already running: an earlier process left it, or another one uses it now. */
  adopted: boolean
  stop(): Promise<void>
  /** For `process.on('exit')`, where nothing can be awaited. */
  stopNow(): void
}

export type ClusterOptions = {
  folder: string
  /** Extra `name=value` settings; tests turn durability off, the product never does. */
  settings?: string[]
  onProgress?: (text: string) => void
  onRestart?: () => void
}

const user = 'kvartera'
const startLimit = 60_000
const longestSocketPath = 90

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const home = resolve(options.folder)
  const shared = join('/var/lib', 'kvartera', createHash('sha256').update(home).digest('hex').slice(0, 12))
  const binaries = findBinaries(shared)
  const base = reachableFolder(home, shared, binaries.runAs)
  const place = { data: join(base, 'postgres'), sockets: socketFolder(base), log: join(base, 'postgres.log') }
  preparePrivateFolder(place.sockets, binaries)
  if (!existsSync(place.data)) {
    options.onProgress?.('Creating the database')
    await createData(place.data, binaries)
  }

  const postmaster = new Postmaster(binaries, place, options.settings ?? [])
  const adopted = postmaster.isAlive()
  await postmaster.run()
  const supervisor = supervise(postmaster, options.onRestart ?? (() => {}))
  return {
    connection: { host: place.sockets, user, database: 'postgres' },
    adopted,
    async stop() {
      clearInterval(supervisor)
      await postmaster.stop()
    },
    stopNow() {
      clearInterval(supervisor)
      postmaster.signal('SIGINT')
    },
  }
}

type Place = { data: string; sockets: string; log: string }

class Postmaster {
  readonly #binaries: Binaries
  readonly #place: Place
  readonly #settings: string[]
  #child: ChildProcess | null = null

  constructor(binaries: Binaries, place: Place, settings: string[]) {
    this.#binaries = binaries
    this.#place = place
    this.#settings = settings
  }

  /** Returns when the database answers, whoever started it. */
  async run(): Promise<void> {
    const deadline = Date.now() + startLimit
    while (true) {
      if (!this.isAlive()) this.#spawn()
      if (await answers(this.#place.sockets)) return
      if (Date.now() > deadline) throw new Error(`PostgreSQL does not start; the reason is in ${this.#place.log}.`)
      // A server whose predecessor was just killed exits at once, until the kernel has cleared the old
      // one's memory; the loop then simply starts the next.
      await pause(50)
    }
  }

  isAlive(): boolean {
    const pid = this.#pid()
    return pid !== null && isRunning(pid) && isPostgres(pid, this.#place.data)
  }

  signal(name: NodeJS.Signals) {
    const pid = this.#pid()
    if (pid !== null && this.isAlive()) process.kill(pid, name)
  }

  async stop() {
    const deadline = Date.now() + 15_000
    // SIGINT ends open sessions; ours are drained by now.
    this.signal('SIGINT')
    while (this.isAlive()) {
      if (Date.now() > deadline) {
        this.signal('SIGQUIT')
        return
      }
      await pause(20)
    }
  }

  #pid(): number | null {
    if (this.#child?.pid && this.#child.exitCode === null && this.#child.signalCode === null) return this.#child.pid
    return pidIn(join(this.#place.data, 'postmaster.pid'))
  }

  #spawn() {
    const { data, sockets, log } = this.#place
    // PostgreSQL clears its own stale lock file, and knows from it whether old sessions are still at work.
    // It only cannot know that a stranger got its number after the machine was restarted.
    const lockFile = join(data, 'postmaster.pid')
    const pid = pidIn(lockFile)
    if (pid !== null && isRunning(pid)) rmSync(lockFile)
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${sockets}`,
      'unix_socket_permissions=0700',
      ...this.#settings,
    ]
    const output = openSync(log, 'a', 0o600)
    this.#child = spawn(this.#binaries.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      // Its own process group: Ctrl-C reaches us alone, and we stop it after the last answer.
      detached: true,
      stdio: ['ignore', output, output],
      cwd: data,
      ...this.#binaries.runAs,
    })
    this.#child.on('error', () => {})
    this.#child.unref()
  }
}

function supervise(postmaster: Postmaster, onRestart: () => void) {
  let busy = false
  const timer = setInterval(async () => {
    if (busy || postmaster.isAlive()) return
    busy = true
    onRestart()
    // A start that fails is tried again at the next look.
    await postmaster.run().catch(() => {})
    busy = false
  }, 500)
  timer.unref()
  return timer
}

async function createData(data: string, binaries: Binaries) {
  // Made beside its place and moved there whole: a start that is cut off leaves no half database.
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  preparePrivateFolder(draft, binaries)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=sv-SE']
  await promisify(execFile)(
    binaries.initdb,
    ['-D', draft, '-U', user, '--auth=trust', '--no-instructions', ...locale],
    { cwd: draft, ...binaries.runAs },
  )
  renameSync(draft, data)
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

function preparePrivateFolder(folder: string, binaries: Binaries) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (binaries.runAs) chownSync(folder, binaries.runAs.uid, binaries.runAs.gid)
  const owner = statSync(folder).uid
  const expected = binaries.runAs?.uid ?? process.getuid?.() ?? owner
  if (owner !== expected)
    throw new Error(`The folder ${folder} belongs to another user; remove it or start as that user.`)
}

/** A socket's path may not be longer than about a hundred characters: a deep checkout uses the temporary folder. */
function socketFolder(base: string): string {
  const beside = join(base, 'run')
  if (beside.length <= longestSocketPath) return beside
  return join(tmpdir(), `kvartera-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`)
}

async function answers(host: string): Promise<boolean> {
  const client = new pg.Client({ host, user, database: 'postgres', connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function pidIn(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process numbers are reused: only a process that was started on this very folder is ours. */
function isPostgres(pid: number, data: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return command.includes(data)
  } catch {
    return false
  }
}
