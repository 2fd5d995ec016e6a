import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ConfigError } from '../config-error'
import { type ClusterPlace, findPlace, giveToPostgres, hasData, preparePrivateFolder } from './cluster-place.server'

/**
 * An embedded PostgreSQL in a folder: created if missing, adopted if a killed process left it running, restarted when
 * it dies. It listens only on a private Unix socket.
 */
export type Cluster = {
  connection: { host: string; user: string; database: string }
  /** True if PostgreSQL was already running: an earlier process left it, or another process uses it now. */
  adopted: boolean
  stop(): Promise<void>
  /** Synchronous stop for `process.on('exit')`, where nothing can be awaited. */
  stopNow(): void
}

export type ClusterOptions = {
  folder: string
  /** Time limit for a start until the database answers. */
  startMs?: number
  /** Extra `name=value` settings. Tests turn durability off; the product never does. */
  settings?: string[]
  onProgress?: (text: string) => void
  onRestart?: () => void
}

const user = 'kvartera'
const startLimit = 60_000

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = findPlace(options.folder)
  preparePrivateFolder(place.sockets, place.binaries)
  if (!hasData(place)) {
    options.onProgress?.('Creating the database')
    await createData(place)
  }
  giveToPostgres(place)

  const postmaster = new Postmaster(place, options.settings ?? [], options.startMs)
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

/** Connection options for a cluster that another of our processes has started. */
export const wayTo = ({ sockets }: ClusterPlace) => ({ host: sockets, user })

/** Whether this place's PostgreSQL runs, whoever started it. */
export const isUp = (place: ClusterPlace) => new Postmaster(place, []).isAlive()

/** Synchronous stop for `process.on('exit')`, when there is no `Cluster` yet. */
export const stopNow = (place: ClusterPlace) => new Postmaster(place, []).signal('SIGINT')

/**
 * Kills a cluster whose data are no longer needed: SIGQUIT, then SIGKILL, five seconds each. Normally gone on return,
 * unless a process hangs in the kernel.
 */
export function throwDown(place: ClusterPlace) {
  const postmaster = new Postmaster(place, [])
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    postmaster.signal(signal)
    for (let waitedMs = 0; waitedMs < 5_000 && postmaster.isAlive(); waitedMs += 20) Atomics.wait(nothing, 0, 0, 20)
  }
}

class Postmaster {
  readonly #place: ClusterPlace
  readonly #settings: string[]
  readonly #startMs: number
  #child: ChildProcess | null = null

  constructor(place: ClusterPlace, settings: string[], startMs = startLimit) {
    this.#place = place
    this.#settings = settings
    this.#startMs = startMs
  }

  /** Returns when the database answers, whoever started it. Starts it as often as needed within the time limit. */
  async run(): Promise<void> {
    const deadline = Date.now() + this.#startMs
    const from = statSync(this.#place.log, { throwIfNoEntry: false })?.size ?? 0
    while (true) {
      if (!this.isAlive()) this.#spawn()
      if (await answers(this.#place.sockets)) return
      const reason = lastFault(this.#place.log, from)
      if (hopeless.test(reason) || Date.now() > deadline) {
        throw new ConfigError(`PostgreSQL does not start${reason && `: ${reason}`}. More is in ${this.#place.log}.`)
      }
      // A server whose predecessor was just killed exits at once until the kernel has released the old shared memory.
      // The loop then starts the next.
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
    // SIGINT (fast shutdown) ends open sessions; ours are drained by now.
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
    const { data, sockets, log, binaries } = this.#place
    // PostgreSQL removes its own stale lock file, which also tells it whether old sessions still run. It cannot know if
    // an unrelated process got the same pid after a reboot, so that case is handled here.
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
    this.#child = spawn(binaries.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      // Its own process group: Ctrl-C reaches only us, and we stop PostgreSQL after the last answer.
      detached: true,
      stdio: ['ignore', output, output],
      cwd: data,
      ...binaries.runAs,
    })
    closeSync(output)
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
    // A failed start is retried at the next tick.
    await postmaster.run().catch(() => {})
    busy = false
  }, 500)
  timer.unref()
  return timer
}

/** Errors that a retry does not cure. */
const hopeless =
  /No space left|Read-only file system|Permission denied|incompatible with server|wrong ownership|is not a database cluster|incorrect checksum in control file|could not locate (a valid|required) checkpoint record|invalid data in file "backup_label"/i

/** The last FATAL or PANIC line in the log after offset `from`; empty if there is none. */
function lastFault(log: string, from: number): string {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size <= from) return ''
  const said = Buffer.alloc(Math.min(size - from, 64_000))
  const file = openSync(log, 'r')
  readSync(file, said, 0, said.length, size - said.length)
  closeSync(file)
  return [...said.toString('utf8').matchAll(/\b(?:FATAL|PANIC): +(.+)/g)].at(-1)?.[1] ?? ''
}

const drafting = '.new-'

/** Removes half-made data folders of starts that were killed. */
function sweepDrafts(data: string) {
  for (const entry of readdirSync(dirname(data))) {
    if (!entry.startsWith(basename(data) + drafting)) continue
    const maker = Number(entry.slice(basename(data).length + drafting.length))
    if (!isRunning(maker) || maker === process.pid) rmSync(join(dirname(data), entry), { recursive: true, force: true })
  }
}

/**
 * Created beside its final place and renamed atomically: an interrupted start leaves no half-made database. Of two
 * concurrent first starts each makes its own, and the later rename finds the place taken.
 */
async function createData({ data, binaries }: ClusterPlace) {
  sweepDrafts(data)
  const draft = `${data}${drafting}${process.pid}`
  preparePrivateFolder(draft, binaries)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=sv-SE']
  try {
    await promisify(execFile)(
      binaries.initdb,
      ['-D', draft, '-U', user, '--auth=trust', '--no-instructions', ...locale],
      { cwd: draft, ...binaries.runAs },
    )
    renameSync(draft, data)
  } catch (error) {
    if (!hasData({ data })) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
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

/** Process ids are reused: only a process started on this very folder counts. */
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
