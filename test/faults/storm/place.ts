import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ElksServer, startElks } from '../../support/elks-server'
import { type Product, startProcess } from '../../support/product-process'
import { say } from './seeded'
import { type Storm, startStorm, still } from './storm'
import { judge, spotless } from './verdict'
import { openWorld, postgresPid, productEnv, secrets, type World } from './world'

export type Server = { env: Record<string, string>; product: Product; folder: string }

/** Servers on one database, a provider, and a storm over them; and the ways to break each. */
export type Place = { world: World; elks: ElksServer; servers: Server[]; storm: Storm; close(): Promise<void> }

export type Size = { servers: number; members: number; perSecond: number }

export async function openPlace({ servers, members, perSecond }: Size): Promise<Place> {
  const world = await openWorld({ members })
  const elks = await startElks(secrets.elks)
  // So that there is always something half-way when a server dies.
  elks.mood = { slowBy: 150 }
  const started: Server[] = []
  for (let n = 0; n < servers; n++) {
    const folder = mkdtempSync(join(tmpdir(), 'kvartera-storm-server-'))
    const env = await productEnv(world, elks.url, folder)
    started.push({ env, product: await startProcess(env), folder })
  }
  const homes = () => started.map(({ env }) => env.ORIGIN ?? '')
  const storm = perSecond === 0 ? still : startStorm(world, elks, homes, perSecond)
  return {
    world,
    elks,
    servers: started,
    storm,
    async close() {
      for (const { product, folder } of started) {
        await product.stop()
        rmSync(folder, { recursive: true, force: true })
      }
      await elks.close()
      await world.close()
    },
  }
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
  // What was under way when it died may be said again until the new one has taken it over.
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
  await expect.poll(() => postgresPid(world), { timeout: 30_000 }).not.toBe(pid)
  await expect.poll(answers, { timeout: 30_000 }).toBe(true)
  storm.faults.push(Date.now())
}

export async function cutConnections({ world, storm }: Place) {
  storm.faults.push(Date.now())
  await world.pool
    .query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'storm' and pid <> pg_backend_pid()`)
    .catch(() => {})
}

/** Lets the storm pass, and holds what was answered and sent against what there is. */
export async function expectSpotless(place: Place, what: string) {
  await place.storm.calm()
  const { faults, startsMs, presses } = place.storm
  const { verdict, figures } = await judge(place.world, place.storm, place.elks)
  say(`${what}: ${JSON.stringify({ faults: faults.length, ...figures, slowestStartMs: Math.max(0, ...startsMs) })}`)
  expect(verdict).toEqual(spotless)
  expect(figures.alarms).toBe(presses.length)
}
