import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { asProduct, type Database, openDatabase, openPool } from '~/platform/database/database.server'
import { silentLog } from '~/platform/log.server'

export type TestDatabase = {
  db: Database
  pool: pg.Pool
  url: string
  /** Runs SQL as the tables' owner, which may do what the product may not. */
  asOwner(sql: string): Promise<void>
}

/** A database for the calling test file, cloned from the migrated template and used with the product's role. */
export function useDatabase(): TestDatabase {
  const { host, user } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const onAdmin = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ host, user, database })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  const opened = {
    url: `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}`,
    asOwner: (sql) => onAdmin(sql, name),
  } as TestDatabase

  beforeAll(async () => {
    await onAdmin(`create database ${name} template template_kvartera strategy file_copy`)
    // Long timeouts: how long many concurrent callers wait for the pool and for each other's locks depends on the machine
    // and is not what is tested.
    opened.pool = openPool(
      asProduct({ host, user, database: name, max: 40, connectionTimeoutMillis: 60_000 }),
      silentLog,
      { queryMs: 90_000, lockMs: 60_000 },
    )
    opened.db = openDatabase(opened.pool)
  })
  afterAll(async () => {
    await opened.db.destroy()
    await onAdmin(`drop database ${name} with (force)`)
  })
  return opened
}
