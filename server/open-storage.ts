import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { type Config, ConfigError, readConfig } from '~/platform/config.server'
import { openPool } from '~/platform/database/database.server'
import { startCluster } from '~/platform/database/embedded-postgres.server'
import { migrate } from '~/platform/database/migrate.server'
import { type Log, openLog } from '~/platform/log.server'
import { places } from './places'

export type Storage = {
  config: Config
  log: Log
  pool: pg.Pool
  /** True the first time: the demo neighbourhood is still to be moved in. */
  isNew: boolean
  close(): Promise<void>
  closeNow(): void
}

export function loadConfig(): Config {
  return readConfig(process.env, process.env.DATABASE_URL ? null : demoSecret())
}

/**
 * A log and a migrated database: what the server and the command line both begin with. The server keeps
 * the embedded PostgreSQL for itself; the command line borrows one that is already running.
 */
export async function openStorage(config: Config, use: 'keep' | 'borrow', say: (text: string) => void): Promise<Storage> {
  const log = openLog(config, config.mode === 'demo' ? places.log : null)
  const embedded = config.databaseUrl === null ? await openEmbedded(use, log, say) : null
  const pool = openPool(embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }, log)
  try {
    const applied = await migrate(pool, places.migrations)
    if (applied.length > 0) log.info({ applied }, 'migrated')
    const { rowCount } = await pool.query('select 1 from profiles limit 1')
    return {
      config,
      log,
      pool,
      isNew: embedded !== null && rowCount === 0,
      close: async () => embedded?.close(),
      closeNow: () => embedded?.closeNow(),
    }
  } catch (error) {
    await pool.end().catch(() => {})
    await embedded?.close()
    if (embedded === null && isConnectionError(error)) {
      throw new ConfigError('The database in DATABASE_URL cannot be reached, or refuses the login.')
    }
    throw error
  }
}

type Embedded = { connection: pg.PoolConfig; close(): Promise<void>; closeNow(): void }

/** Held by the server for as long as it runs, so that a second one does not stop the first one's database. */
const serverLock = 7_254_012_541

async function openEmbedded(use: 'keep' | 'borrow', log: Log, say: (text: string) => void): Promise<Embedded> {
  const onRestart = () => log.error('PostgreSQL had stopped and is started again')
  const cluster = await startCluster({ folder: places.data, onProgress: say, onRestart })
  const keeper = new pg.Client(cluster.connection)
  keeper.on('error', () => {})
  await keeper.connect()
  const { rowCount } = await keeper.query(`select 1 from pg_database where datname = 'kvartera'`)
  if (rowCount === 0) await keeper.query('create database kvartera')
  const connection = { ...cluster.connection, database: 'kvartera' }
  const leave = () => keeper.end().catch(() => {})

  if (use === 'borrow') {
    await leave()
    const close = async () => (cluster.adopted ? undefined : cluster.stop())
    return { connection, close, closeNow: () => {} }
  }
  const { rows } = await keeper.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [serverLock])
  if (!rows[0]?.mine) {
    await leave()
    throw new ConfigError('The product is already running from this folder: stop that one first.')
  }
  const close = async () => {
    await leave()
    await cluster.stop()
  }
  return { connection, close, closeNow: () => cluster.stopNow() }
}

/** The demo keeps a secret of its own, so that its sessions outlive a restart. */
function demoSecret(): string {
  try {
    return readFileSync(places.secret, 'utf8')
  } catch {
    const secret = randomBytes(32).toString('base64url')
    mkdirSync(dirname(places.secret), { recursive: true })
    writeFileSync(places.secret, secret, { mode: 0o600 })
    return secret
  }
}

function isConnectionError(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  return /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|28|3D)/.test(code) || /timeout|terminated/i.test((error as Error).message)
}
