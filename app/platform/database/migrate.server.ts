import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { inTime } from '../time-limit'

/**
 * Advisory lock key: of processes that start concurrently only one may migrate. The number only has to be unique among
 * our locks.
 */
const migrationLock = 7_254_012_540

export type Migration = { name: string; sql: string; checksum: string }

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Another process holds a table, or the right to migrate, for longer than a start waits. */
export class MigrationWaits extends Error {
  constructor(what: string) {
    super(`${what} is held by another process; the start has waited long enough. Try again when that one is done.`)
    this.name = 'MigrationWaits'
  }
}

/** An `alter table` that waits for its lock queues everyone behind it. So short lock timeouts with retries. */
const lockMs = 2_000
const pauseMs = 500
const tries = 24
/** Another process that starts at the same time may have many migrations to run. */
const longestWaitMs = 300_000
/** Timeout for the first answers, before anything is changed: shows whether the database is there at all. */
const firstWordMs = 8_000

/** `create index concurrently` blocks nobody, but has to wait for running transactions. */
const concurrentLockMs = 120_000

/**
 * The index that a migration builds concurrently, if that is all the file does; else null. PostgreSQL does not allow it
 * in a transaction, and an interrupted build leaves an invalid index.
 */
export function concurrentIndexIn({ sql }: Pick<Migration, 'sql'>): string | null {
  const statement = sql.replace(/^--.*$/gm, '').trim()
  return /^create (?:unique )?index concurrently if not exists (\w+)\s+on\s[^;]+;?$/i.exec(statement)?.[1] ?? null
}

/** Applies the missing migrations, each file in its own transaction. Returns the names of those applied. */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await inTime(client.query(`set lock_timeout = ${lockMs}`), firstWordMs)
    await waitForTurn(client)
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const edited = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
    if (edited) throw new Error(`The migration ${edited.name} was edited after it had been applied.`)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    if (missing.length === 0) return []
    const epoch = await beginTurn(client)
    for (const migration of missing) {
      const index = concurrentIndexIn(migration)
      await (index === null ? applySoon(client, migration, epoch) : build(client, migration, index, epoch))
    }
    return missing.map(({ name }) => name)
  } finally {
    // Destroys the connection, which may hang; closing it also releases the lock.
    client.release(true)
  }
}

/** Of processes that start concurrently one migrates and the others wait for it. */
async function waitForTurn(client: pg.PoolClient) {
  for (const until = Date.now() + longestWaitMs; Date.now() < until; await pause(pauseMs)) {
    const asked = client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [migrationLock])
    if ((await inTime(asked, firstWordMs)).rows[0]?.mine) return
  }
  throw new MigrationWaits('The right to migrate')
}

/**
 * Fencing across failover: the advisory lock exists only on the primary and is lost with it, so the right to migrate is
 * also a row with an epoch, which is replicated. A process that begins a later turn on the new primary ends this one
 * (docs/decisions/0206).
 */
async function beginTurn(client: pg.PoolClient): Promise<number> {
  await client.query(`create table if not exists schema_migrations_turn (
    is_only boolean primary key default true check (is_only), epoch bigint not null)`)
  const { rows } = await client.query<{ epoch: number }>(`
    insert into schema_migrations_turn as turn (epoch) values (1)
    on conflict (is_only) do update set epoch = turn.epoch + 1 returning epoch`)
  return rows[0]?.epoch ?? 0
}

async function applySoon(client: pg.PoolClient, migration: Migration, epoch: number) {
  for (let n = 1; ; n++) {
    try {
      return await apply(client, migration, epoch)
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (n === tries) throw new MigrationWaits(`A table that ${migration.name} changes`)
      await pause(pauseMs)
    }
  }
}

/** Idempotent: an index already built is kept (`if not exists`), an invalid one is dropped first. */
async function build(client: pg.PoolClient, migration: Migration, index: string, epoch: number) {
  await client.query(`set lock_timeout = ${concurrentLockMs}`)
  try {
    const left = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
      index,
    ])
    if (left.rowCount) await client.query(`drop index concurrently ${index}`)
    await client.query(migration.sql)
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new MigrationWaits(`A table that ${migration.name} indexes`)
  }
  await client.query(`set lock_timeout = ${lockMs}`)
  await apply(client, { ...migration, sql: '' }, epoch)
}

async function apply(client: pg.PoolClient, migration: Migration, epoch: number) {
  await client.query('begin')
  try {
    const turn = await client.query('select from schema_migrations_turn where epoch = $1 for update', [epoch])
    if (turn.rowCount === 0) throw new MigrationWaits('The right to migrate')
    if (migration.sql) await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
