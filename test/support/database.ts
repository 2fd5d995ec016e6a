import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { asProduct, type Database, openDatabase, openPool } from '~/platform/database/database.server'
import { silentLog } from '~/platform/log.server'

export type TestDatabase = {
  db: Database
  pool: pg.Pool
  url: string
  /** As the login that owns the tables: what the product itself may not. */
  asOwner(sql: string): Promise<void>
}

/** A database of its own for the test file that calls it, entered as the product enters it; cloned from the migrated template. */
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
    // A crowd is let wait for its turn here: how long that takes is the machine's and not what is tried.
    opened.pool = openPool(
      asProduct({ host, user, database: name, max: 40, connectionTimeoutMillis: 60_000 }),
      silentLog,
    )
    opened.db = openDatabase(opened.pool)
  })
  afterAll(async () => {
    await opened.db.destroy()
    await onAdmin(`drop database ${name} with (force)`)
  })
  return opened
}
