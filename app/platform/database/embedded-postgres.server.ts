import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ConfigError } from '../config-error'
import { type ClusterPlace, findPlace, giveToPostgres, hasData, preparePrivateFolder } from './cluster-place.server'

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
  /** How long a start may take until it answers. */
  startMs?: number
  /** Extra `name=value` settings; tests turn durability off, the product never does. */
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

/** The way to the one that another process of ours has started. */
export const wayTo = ({ sockets }: ClusterPlace) => ({ host: sockets, user })

/** Whether its PostgreSQL runs, whoever started it. */
export const isUp = (place: ClusterPlace) => new Postmaster(place, []).isAlive()

/** For `process.on('exit')`, before there is a cluster to ask. */
export const stopNow = (place: ClusterPlace) => new Postmaster(place, []).signal('SIGINT')

/** One that nobody needs any more, its data least of all: it is gone when this returns, unless the machine holds it. */
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

  /** Returns when the database answers, whoever started it. */
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
    const { data, sockets, log, binaries } = this.#place
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
    this.#child = spawn(binaries.postgres, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      // Its own process group: Ctrl-C reaches us alone, and we stop it after the last answer.
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
    // A start that fails is tried again at the next look.
    await postmaster.run().catch(() => {})
    busy = false
  }, 500)
  timer.unref()
  return timer
}

/** Trying again does not help against these. */
const hopeless =
  /No space left|Read-only file system|Permission denied|incompatible with server|wrong ownership|is not a database cluster|incorrect checksum in control file|could not locate (a valid|required) checkpoint record|invalid data in file "backup_label"/i

/** The last reason that PostgreSQL gave since its log was so long; empty when it gave none. */
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

/** What a start that was killed was making. */
function sweepDrafts(data: string) {
  for (const entry of readdirSync(dirname(data))) {
    if (!entry.startsWith(basename(data) + drafting)) continue
    const maker = Number(entry.slice(basename(data).length + drafting.length))
    if (!isRunning(maker) || maker === process.pid) rmSync(join(dirname(data), entry), { recursive: true, force: true })
  }
}

/**
 * Made beside its place and moved there whole: a start that is cut off leaves no half database. Of two first starts at once
 * each makes its own, and the later one finds the place taken.
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
