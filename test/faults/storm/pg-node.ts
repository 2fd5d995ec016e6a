import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  type ClusterPlace,
  findPlace,
  forgetPlace,
  giveToPostgres,
  preparePrivateFolder,
} from '~/platform/database/cluster-place.server'
import { startCluster } from '~/platform/database/embedded-postgres.server'
import { copyCluster } from '../../../server/backup/base-backup'

/** One embedded PostgreSQL without a supervisor: a test kills, stops and promotes it. */

export const user = 'kvartera'
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=200',
  'wal_keep_size=256MB',
  // The standby notices soon when its primary is gone or back.
  'wal_retrieve_retry_interval=200ms',
  'wal_receiver_status_interval=1s',
]

/**
 * A command from docs/operations.md, word by word: the line of the section that begins so. This tests the handbook too.
 */
function handbook(section: string, begins: string): string {
  const [, after = ''] = readFileSync('docs/operations.md', 'utf8').split(`\n## ${section}\n`)
  const [words = ''] = after.split('\n## ')
  const line = words.split('\n').find((each) => each.trim().startsWith(begins))
  if (!line) throw new Error(`The handbook has no '${begins}' under '${section}'`)
  return line.trim()
}

export class PgNode {
  readonly folder: string
  readonly place: ClusterPlace
  #child: ChildProcess | null = null

  private constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'kvartera-node-'))
    this.place = findPlace(this.folder)
    preparePrivateFolder(this.place.sockets, this.place.binaries)
  }

  /** A new, empty server. */
  static async make(): Promise<PgNode> {
    const node = new PgNode()
    // Initialised as the product does it, and then run without the supervisor.
    const cluster = await startCluster({ folder: node.folder })
    await cluster.stop()
    await node.start()
    return node
  }

  /** A standby, made from a base backup of the running primary. */
  static async following(primary: PgNode): Promise<PgNode> {
    const node = new PgNode()
    const { data } = node.place
    mkdirSync(data, { mode: 0o700 })
    await copyCluster(primary.connection, primary.place.data, data)
    writeFileSync(join(data, 'standby.signal'), '')
    // Drops settings that belong to the copied server.
    writeFileSync(join(data, 'postgresql.auto.conf'), '')
    const conninfo = `host=${primary.place.sockets} user=${user} application_name=standby connect_timeout=2`
    appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
    if (node.place.binaries.runAs) {
      const { uid, gid } = node.place.binaries.runAs
      execFileSync('chown', ['-R', `${uid}:${gid}`, data])
    }
    giveToPostgres(node.place)
    await node.start()
    return node
  }

  get connection() {
    return { host: this.place.sockets, user, database: 'postgres' }
  }

  async start(): Promise<void> {
    const { data, sockets, log, binaries } = this.place
    const output = openSync(log, 'a', 0o600)
    const given = [...settings, `unix_socket_directories=${sockets}`].flatMap((setting) => ['-c', setting])
    this.#child = spawn(binaries.postgres, ['-D', data, ...given], {
      detached: true,
      stdio: ['ignore', output, output],
      cwd: data,
      ...binaries.runAs,
    })
    closeSync(output)
    for (const until = Date.now() + 60_000; ; await pause(25)) {
      if (await this.ask('select 1').catch(() => null)) return
      if (this.#child.exitCode !== null || Date.now() > until) throw new Error(readFileSync(log, 'utf8').slice(-2_000))
    }
  }

  /** Queries over a connection of its own, past the proxy. */
  async ask<Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
    other: pg.ClientConfig = {},
  ): Promise<Row[]> {
    const client = new pg.Client({ ...this.connection, connectionTimeoutMillis: 5_000, ...other })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  async promote() {
    await this.ask(handbook('Another primary', 'select pg_promote'))
  }

  /** Turns synchronous replication on or off for this primary. */
  async waitFor(standby: 'standby' | 'nobody') {
    const follows = async (how: 'streaming' | 'sync') => {
      for (const until = Date.now() + 60_000; ; await pause(25)) {
        const followers = await this.ask(handbook('The standby is missing', 'select application_name'))
        if (
          followers.some(({ state, sync_state }) => state === 'streaming' && (how !== 'sync' || sync_state === 'sync'))
        )
          return
        if (Date.now() > until) throw new Error('nobody follows')
      }
    }
    const named = standby === 'nobody' ? `''` : `'${standby}'`
    if (standby !== 'nobody') await follows('streaming')
    await this.ask(handbook('Another primary', `alter system set synchronous_standby_names = ${named}`))
    await this.ask(handbook('Another primary', 'select pg_reload_conf'))
    if (standby !== 'nobody') await follows('sync')
  }

  /** Sends a signal to the server and all its backends, each of which is in a process group of its own. */
  signal(name: NodeJS.Signals) {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended by itself.
      }
    }
  }

  #pids(): number[] {
    const pid = this.#child?.pid
    if (!pid || this.#hasEnded()) return []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return [pid, ...children.split(' ').filter(Boolean).map(Number)]
  }

  #hasEnded = () => this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null

  async kill() {
    this.signal('SIGKILL')
    await this.#ended()
  }

  /** Fast shutdown as by an operator: ends sessions, and hands all WAL over to the standby. */
  async stopFast() {
    if (this.#child?.pid) process.kill(this.#child.pid, 'SIGINT')
    await this.#ended()
  }

  async #ended() {
    while (!this.#hasEnded()) await pause(10)
  }

  async throwAway() {
    await this.kill()
    forgetPlace(this.folder)
    rmSync(this.folder, { recursive: true, force: true })
  }
}
