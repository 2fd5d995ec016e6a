import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../../test/support/database'
import { silentLog } from '../log.server'
import { openPool } from './database.server'
import { migrate } from './migrate.server'

const database = useDatabase()

test('a table that somebody holds is waited for in short turns: whoever uses it meanwhile is not held up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-migrate-'))
  writeFileSync(join(folder, '9990-prov.sql'), '-- For a test.\nalter table held add column more int;')
  const connection = { connectionString: database.url }
  const owner = openPool({ ...connection, max: 1 }, silentLog, { queryMs: null })
  const holder = new pg.Client(connection)
  const user = new pg.Client(connection)
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await Promise.all([owner.end(), holder.end(), user.end()])
  })
  await Promise.all([holder.connect(), user.connect()])
  await holder.query('create table held (n int)')
  await holder.query('begin')
  await holder.query('select n from held')
  const migrated = migrate(owner, folder)
  await pause(300)
  // Behind the change of the table it would wait for as long as the holder holds: for ever, here.
  await user.query('select n from held')
  await holder.query('commit')
  expect(await migrated).toEqual(['9990-prov.sql'])
})
