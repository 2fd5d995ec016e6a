import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from '~/platform/database/embedded-postgres.server'
import { migrate } from '~/platform/database/migrate.server'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string }
  }
}

/** Starts one PostgreSQL for the whole run, and migrates the template that every test file clones. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-test-'))
  // Test databases need not survive a crash: no fsync, and minimal WAL. Each new database causes a checkpoint, after
  // which every page would be logged in full, so that is off too.
  const cluster = await startCluster({
    folder,
    settings: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'wal_level=minimal',
      'max_wal_senders=0',
      'max_connections=200',
      // Tests of constraints let many inserts collide: PostgreSQL ends each deadlock only after this time.
      'deadlock_timeout=100ms',
    ],
  })
  const { host, user } = cluster.connection
  const admin = new pg.Pool({ ...cluster.connection, max: 1 })
  await admin.query('create database template_kvartera')
  await admin.end()
  const template = new pg.Pool({ host, user, database: 'template_kvartera', max: 1 })
  await migrate(template, 'db/migrations')
  await template.end()
  project.provide('postgres', { host, user })

  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
