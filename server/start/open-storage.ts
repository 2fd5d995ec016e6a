import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type pg from 'pg'
import { type Config, ConfigError, readConfig, type Secrets } from '~/platform/config.server'
import { asProduct, mayActAsProduct, mayDoMore, openPool, withSetting } from '~/platform/database/database.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import { Lines } from '~/platform/database/lines.server'
import { MigrationWaits, migrate } from '~/platform/database/migrate.server'
import { watchPrimary } from '~/platform/database/primary-watch.server'
import { type StandbyWatch, type WhenMissing, watchStandby } from '~/platform/database/standby-watch.server'
import { type Log, openLog } from '~/platform/log.server'
import { modeOf } from '~/platform/mode.server'
import { inTime, TooLate } from '~/platform/time-limit'
import { makeRoomToStart } from '../watch/free-space'
import { keepForOwner } from '../watch/own-alone'
import { joinEmbedded, openEmbedded } from './open-embedded'
import { places } from './places'
import { connectionsOf, poolSizesOf } from './pool-sizes'

export type Storage = {
  config: Config
  log: Log
  pool: pg.Pool
  /** Null with the embedded database, which has no standby. */
  standby: StandbyWatch | null
  /** True at the first start: the demo neighbourhood is still to be seeded. */
  isNew: boolean
  close(): Promise<void>
  closeNow(): void
}

export type Loaded = { config: Config; secrets: Secrets; missing: string[] }

export function loadConfig(): Loaded {
  return readConfig(process.env, modeOf(process.env) === 'demo' ? demoSecret() : null)
}

/**
 * Opens the log and a migrated database, for the server and the command line. `keep`: the server locks the embedded
 * PostgreSQL for itself. `borrow`: the command line uses one that is already running. `join`: a worker uses what its
 * parent opened and migrated.
 */
export async function openStorage(
  { config, secrets, missing }: Loaded,
  use: 'keep' | 'borrow' | 'join',
  say: (text: string) => void,
): Promise<Storage> {
  keepForOwner(places.data, [places.files])
  const log = openLog(config, config.mode === 'demo' ? places.log : null)
  if (use !== 'join') makeRoomToStart(places.data)
  const embedded =
    secrets.databaseUrl !== null ? null : use === 'join' ? joinEmbedded() : await openEmbedded(use, log, say)
  const given = { connectionString: secrets.databaseUrl ?? '' }
  const watches = embedded ? null : watchBoth(given, config.standbyMissing, log)
  const login = embedded?.connection ?? { ...given, lines: watches?.lines }
  const owner = secrets.databaseOwnerUrl ? { ...login, connectionString: secrets.databaseOwnerUrl } : login
  await watches?.standby.first()
  // Without the standby, migrations too must commit locally, or they would wait for it.
  const toMigrate = watches?.standby.isMissing() ? withSetting(owner, 'synchronous_commit=local') : owner
  let pool = openPool({ ...toMigrate, max: 1 }, log, { queryMs: null })
  try {
    if (watches?.standby.isMissing() && config.standbyMissing === 'stop') {
      throw new ConfigError(
        'The standby of the database is missing, and nothing is written without it (STANDBY_MISSING=stop): start again when it is back.',
      )
    }
    const applied = use === 'join' ? [] : await migrate(pool, places.migrations)
    if (applied.length > 0) log.info({ applied }, 'migrated')
    await pool.end()
    pool = await openAsProduct(login, embedded === null && use !== 'join', poolSizesOf(config).pages, log)
    const { rowCount } = await pool.query('select 1 from profiles limit 1')
    if (!embedded && use === 'keep') await sayConnections(pool, config, log)
    // Warned only now: a start that fails prints a single sentence with the reason, and it must not be this one.
    if (use !== 'join') for (const sentence of missing) log.warn({}, sentence)
    return {
      config,
      log,
      pool,
      standby: watches?.standby ?? null,
      isNew: embedded !== null && rowCount === 0,
      async close() {
        watches?.stop()
        await embedded?.close()
      },
      closeNow: () => embedded?.closeNow(),
    }
  } catch (error) {
    await inTime(pool.end(), 1_000).catch(() => {})
    watches?.stop()
    await embedded?.close()
    if (error instanceof MigrationWaits) throw new ConfigError(error.message)
    if (embedded === null && isConnectionError(error)) {
      throw new ConfigError('The database in DATABASE_URL cannot be reached, or refuses the login.')
    }
    throw error
  }
}

/**
 * Logged at the start: otherwise an operator with one process too many learns of it only under load, when connections
 * are refused.
 */
async function sayConnections(pool: pg.Pool, config: Config, log: Log) {
  const most = await readMostConnections(pool)
  const connections = connectionsOf(config)
  const processes = Math.floor(most / connections)
  log.info({ connections, most, processes }, 'connections of this process, and how many processes fit')
}

/** How many connections the database allows, shared by all its users. */
export async function readMostConnections(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ most: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  )
  return rows[0]?.most ?? 0
}

/**
 * Watches which server is the primary and whether its standby is connected. Uses the login itself, since the product's
 * role may not see other connections.
 */
function watchBoth(login: pg.ClientConfig, whenMissing: WhenMissing, log: Log) {
  const lines = new Lines(log)
  const primary = watchPrimary(login, lines)
  const standby = watchStandby({ login, lines, log, whenMissing })
  return {
    lines,
    standby,
    stop() {
      primary.stop()
      standby.stop()
    },
  }
}

/**
 * Restricts the pool to the product's role, which only reads and writes rows. Logs a warning if the login cannot be
 * restricted.
 */
async function openAsProduct(
  login: pg.PoolConfig & { lines?: Lines },
  isGiven: boolean,
  max: number,
  log: Log,
): Promise<pg.Pool> {
  const plain = openPool({ ...login, max: 1 }, log)
  const [may, more] = await Promise.all([mayActAsProduct(plain), mayDoMore(plain)]).finally(() => plain.end())
  if (more && isGiven) {
    log.warn(
      {},
      `the login of DATABASE_URL ${more}: give it one that is merely a member of kvartera_product, and this one to DATABASE_OWNER_URL`,
    )
  }
  if (!may) log.warn({}, 'the database login cannot act as kvartera_product; the history is held by its trigger alone')
  return openPool({ ...(may ? asProduct(login) : login), max }, log)
}

/** The demo stores a secret of its own, so that sessions survive a restart. */
function demoSecret(): string {
  try {
    return readFileSync(places.secret, 'utf8')
  } catch {
    mkdirSync(dirname(places.secret), { recursive: true, mode: 0o700 })
    // Written to a draft and then hard-linked, which never overwrites: of two starts at once both get the same secret.
    const draft = `${places.secret}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, places.secret)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
    return readFileSync(places.secret, 'utf8')
  }
}

function isConnectionError(error: unknown): boolean {
  if (error instanceof TooLate || isDatabaseFault(error)) return true
  const code = (error as { code?: string }).code ?? ''
  return /^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|28|3D)/.test(code) || /timeout|terminated/i.test((error as Error).message)
}
