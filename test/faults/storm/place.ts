import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ElksServer, startElks } from '../../support/counterparts/elks-server'
import { openSilentProxy, type SilentProxy, socketIn } from '../../support/counterparts/silent-proxy'
import { type Product, startProcess } from '../../support/product-process'
import { type OwnSystems, startOwnSystems } from './own-systems'
import { openPair, type Pair } from './pair'
import { say } from './seeded'
import { type Rhythm, type Storm, startStorm, still } from './storm'
import { judge, spotless } from './verdict'
import { openWorld, type Pace, postgresPid, productEnv, secrets, type World } from './world'

export type Server = { env: Record<string, string>; product: Product; folder: string }

/** Servers on one database, a provider, and a storm of requests; and ways to break each of them. */
export type Place = {
  world: World
  elks: ElksServer
  servers: Server[]
  storm: Storm
  clockFile: string
  /** A proxy between the servers and their database, for tests about that connection. */
  proxy: SilentProxy | null
  /** Two databases, for tests of failover. */
  pair: Pair | null
  /** The companies' own systems, for tests of webhooks; none is called until it is registered. */
  systems: OwnSystems | null
  close(): Promise<void>
}

export type Size = {
  servers: number
  members: number
  perSecond: number
  rhythm?: Rhythm
  pace?: Pace
  proxied?: boolean
  paired?: boolean
  toldElsewhere?: boolean
  /** Called before the first press. */
  onStart?: (servers: readonly Server[]) => void
  /** Further configuration of the servers. */
  env?: Record<string, string>
}

export async function openPlace(size: Size): Promise<Place> {
  const { servers, members, perSecond, rhythm, pace, proxied = false, paired = false, toldElsewhere = false } = size
  const pair = paired ? await openPair() : null
  const world = await openWorld({ members, pace, cluster: pair?.cluster })
  await pair?.follow()
  const elks = await startElks(secrets.elks)
  // A slow provider, so that something is always under way when a server dies.
  elks.mood = { slowBy: 150 }
  const clockFile = join(world.folder, 'clock')
  writeClock(clockFile, 0)
  const proxy = pair?.front ?? (proxied ? await openSilentProxy(socketIn(world.cluster.connection.host)) : null)
  const systems = toldElsewhere ? await startOwnSystems() : null
  const started: Server[] = []
  async function close() {
    for (const { product, folder } of started) {
      await product.stop()
      rmSync(folder, { recursive: true, force: true })
    }
    await elks.close()
    await proxy?.close()
    systems?.close()
    await world.close()
    await pair?.close()
  }
  try {
    for (let n = 0; n < servers; n++) {
      const folder = mkdtempSync(join(tmpdir(), 'kvartera-storm-server-'))
      const through = proxy && {
        DATABASE_URL: `postgresql://${world.cluster.connection.user}@127.0.0.1:${proxy.port}/storm`,
      }
      const env = await productEnv(world, {
        ...{ elksUrl: elks.url, folder, clockFile: perSecond > 0 ? clockFile : null },
        hooksPort: systems?.port ?? null,
      })
      Object.assign(env, through, size.env)
      started.push({ env, product: await startProcess(env), folder })
    }
  } catch (error) {
    await close()
    throw error
  }
  const homes = () => started.map(({ env }) => env.ORIGIN ?? '')
  size.onStart?.(started)
  const storm = perSecond === 0 ? still : startStorm(world, elks, homes, { perSecond, rhythm })
  return { world, elks, servers: started, storm, clockFile, proxy, pair, systems, close }
}

export async function killServer({ storm }: Place, server: Server) {
  storm.faults.push(Date.now())
  server.product.child.kill('SIGKILL')
  await new Promise((resolve) => server.product.child.once('close', resolve))
}

export async function restart({ storm }: Place, server: Server) {
  const began = Date.now()
  server.product = await startProcess(server.env)
  storm.startsMs.push(Date.now() - began)
  // What was under way when it died may be sent again until the new process has taken it over.
  storm.faults.push(Date.now())
}

/** Atomic by rename, since servers may read the file while it is written. */
function writeClock(file: string, offsetMs: number) {
  writeFileSync(`${file}.new`, String(offsetMs))
  renameSync(`${file}.new`, file)
}

/** Moves the clock of all servers; the database's clock does not change. */
export function moveClock({ storm, clockFile }: Place, minutes: number) {
  const offsetMs = (storm.clockMoves.at(-1)?.offsetMs ?? 0) + minutes * 60_000
  // A clock that goes forward ends leases at once, so what is under way may be sent again.
  storm.faults.push(Date.now())
  storm.clockMoves.push({ at: Date.now(), offsetMs })
  writeClock(clockFile, offsetMs)
}

/** Suspends one server (SIGSTOP), like a suspended virtual machine, until others have sent all that it left. */
export async function stopUntilTakenOver({ world, storm }: Place, server: Server, ms: number) {
  storm.faults.push(Date.now())
  server.product.child.kill('SIGSTOP')
  try {
    const aheadMs = storm.clockMoves.at(-1)?.offsetMs ?? 0
    // Retries that wait for their back-off are not counted.
    const { rows } = await world.pool.query<{ id: string }>(
      `select id from alarm_deliveries
       where state = 'sending' or (state = 'queued' and due_at <= now() + $1 * interval '1 ms')`,
      [aheadMs],
    )
    const left = async () => {
      const { rows: those } = await world.pool.query(
        `select id, channel, state, attempts, reason, due_at from alarm_deliveries
         where id = any($1) and state in ('queued', 'sending')`,
        [rows.map(({ id }) => id)],
      )
      return those
    }
    await pause(ms)
    await expect.poll(left).toEqual([])
  } finally {
    server.product.child.kill('SIGCONT')
  }
  storm.faults.push(Date.now())
}

export async function killPostgres({ world, storm }: Place) {
  const pid = postgresPid(world)
  const answers = () =>
    world.pool.query('select 1').then(
      () => true,
      () => false,
    )
  storm.faults.push(Date.now())
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postgresPid(world)).not.toBe(pid)
  await expect.poll(answers).toBe(true)
  storm.faults.push(Date.now())
}

export async function cutConnections({ world, storm }: Place) {
  storm.faults.push(Date.now())
  await world.pool
    .query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'storm' and pid <> pg_backend_pid()`)
    .catch(() => {})
}

/** Waits for the storm to end, and compares answers and sent messages with the database. */
export async function expectSpotless(place: Place, what: string) {
  await place.storm.calm()
  const { faults, startsMs, presses } = place.storm
  const { verdict, figures } = await judge(place.world, place.storm, place.elks)
  say(`${what}: ${JSON.stringify({ faults: faults.length, ...figures, slowestStartMs: Math.max(0, ...startsMs) })}`)
  expect(verdict).toEqual(spotless)
  expect(figures.alarms).toBe(presses.length)
}
