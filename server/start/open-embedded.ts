import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '~/platform/config.server'
import { findPlace, hasData } from '~/platform/database/cluster-place.server'
import { type Cluster, isUp, startCluster, stopNow, wayTo } from '~/platform/database/embedded-postgres.server'
import type { Log } from '~/platform/log.server'
import { places } from './places'

export type Embedded = { connection: pg.PoolConfig; close(): Promise<void>; closeNow(): void }

/**
 * Starts the embedded PostgreSQL, or connects to the one that runs. The server holds it under a lock, so that a second
 * server cannot stop the first one's database; the command line only borrows it.
 */
export async function openEmbedded(use: 'keep' | 'borrow', log: Log, say: (text: string) => void): Promise<Embedded> {
  if (existsSync(places.restoring)) {
    throw new ConfigError(
      `A restore was cut off: run \`npm run restore -- ${readFileSync(places.restoring, 'utf8')}\` again.`,
    )
  }
  const place = findPlace(places.data)
  // If it was not running before, this start owns it: a start that is cut off stops what it started.
  let isOurs = use === 'keep' && !isUp(place)
  process.once('exit', () => {
    if (isOurs) stopNow(place)
  })
  const onRestart = () => log.error('PostgreSQL had stopped and is started again')
  const cluster = await startCluster({ folder: places.data, onProgress: say, onRestart })
  await createDatabase(cluster)
  const connection = { ...cluster.connection, database: 'kvartera' }

  if (use === 'borrow') {
    const close = async () => (cluster.adopted ? undefined : cluster.stop())
    return { connection, close, closeNow: () => {} }
  }
  const lock = await holdServerLock(cluster)
  isOurs = lock !== null
  if (!lock) throw new ConfigError('The product is already running from this folder: stop that one first.')
  return {
    connection,
    async close() {
      isOurs = false
      await lock.release()
      await cluster.stop()
    },
    closeNow: () => cluster.stopNow(),
  }
}

/**
 * Before the data are replaced or deleted: throws if the product runs, and stops a PostgreSQL that a killed product
 * left running.
 */
export async function stopForGood(): Promise<void> {
  const place = findPlace(places.data)
  if (!hasData(place) || !isUp(place)) return
  const cluster = await startCluster({ folder: places.data })
  const lock = await holdServerLock(cluster)
  if (!lock) throw new ConfigError('The product is running: stop it first.')
  await lock.release()
  await cluster.stop()
}

async function createDatabase(cluster: Cluster) {
  const client = new pg.Client(cluster.connection)
  await client.connect()
  const { rowCount } = await client.query(`select 1 from pg_database where datname = 'kvartera'`)
  if (rowCount === 0) await client.query('create database kvartera').catch(unlessItIsThere)
  await client.end()
}

/** Ignores "already exists": another start created it at the same time. */
function unlessItIsThere(error: { code?: string }) {
  if (error.code !== '42P04' && error.code !== '23505') throw error
}

/** For a worker process: its parent owns the embedded database. */
export function joinEmbedded(): Embedded {
  return {
    connection: { ...wayTo(findPlace(places.data)), database: 'kvartera' },
    close: async () => {},
    closeNow: () => {},
  }
}

const serverLock = 7_254_012_541

/**
 * Advisory lock held as long as the server runs, and taken again after PostgreSQL was restarted. Null if another server
 * has it.
 */
async function holdServerLock(cluster: Cluster) {
  let released = false
  let holder = await tryLock(cluster, () => void takeAgain())
  if (!holder) return null

  async function takeAgain() {
    holder = null
    while (!released && !holder) {
      await pause(250)
      holder = await tryLock(cluster, () => void takeAgain()).catch(() => null)
    }
  }
  return {
    async release() {
      released = true
      await holder?.end().catch(() => {})
    },
  }
}

async function tryLock(cluster: Cluster, onLost: () => void): Promise<pg.Client | null> {
  const client = new pg.Client(cluster.connection)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [serverLock])
  if (!rows[0]?.mine) {
    await client.end()
    return null
  }
  client.once('end', onLost)
  return client
}
