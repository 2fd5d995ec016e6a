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
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

test('a migration waits for a locked table in short tries, which hold up no other query', async () => {
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
  // Without the short lock timeout this read would queue behind the `alter table`, which waits for the holder's lock
  // for ever.
  await user.query('select n from held')
  await holder.query('commit')
  expect(await migrated).toEqual(['9990-prov.sql'])
})

test('a migration run stops when another has begun since, and the next run continues after it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-migrate-'))
  writeFileSync(join(folder, '9991-prov.sql'), '-- For a test.\ncreate table first_of_turn (n int);')
  writeFileSync(
    join(folder, '9992-prov.sql'),
    '-- For a test: here the other one comes.\nupdate schema_migrations_turn set epoch = epoch + 1;',
  )
  writeFileSync(join(folder, '9993-prov.sql'), '-- For a test.\ncreate table last_of_turn (n int);')
  const owner = openPool({ connectionString: database.url, max: 1 }, silentLog, { queryMs: null })
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await owner.end()
  })
  await expect(migrate(owner, folder)).rejects.toThrow('The right to migrate')
  const there = async () =>
    (await owner.query(`select to_regclass('first_of_turn') as first, to_regclass('last_of_turn') as last`)).rows
  expect(await there()).toEqual([{ first: 'first_of_turn', last: null }])
  // The next run begins its own turn and continues where the other was ended.
  expect(await migrate(owner, folder)).toEqual(['9993-prov.sql'])
})

test('another run can begin only after the migration in progress is committed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-migrate-'))
  // No lock timeout, so that the migration waits however long the test takes. If it gave up, the other would get the
  // turn.
  const held = '-- For a test: here it is held.\nset local lock_timeout = 0;\nselect pg_advisory_xact_lock(9994);'
  writeFileSync(join(folder, '9994-prov.sql'), held)
  const owner = openPool({ connectionString: database.url, max: 1 }, silentLog, { queryMs: null })
  const [holder, other] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client]
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await Promise.all([owner.end(), holder.end(), other.end()])
  })
  await Promise.all([holder.connect(), other.connect()])
  await holder.query('select pg_advisory_lock(9994)')
  const migrated = migrate(owner, folder)
  const those = async () => (await holder.query(waiting)).rowCount
  await expect.poll(those).toBe(1)
  // The order in which the two promises settle is not defined; what the new holder of the turn reads is. So assert on
  // the read.
  const seen = other
    .query('update schema_migrations_turn set epoch = epoch + 1')
    .then(() => other.query(`select name from schema_migrations where name = '9994-prov.sql'`))
  await expect.poll(those).toBe(2)
  await holder.query('select pg_advisory_unlock(9994)')
  expect((await seen).rows).toEqual([{ name: '9994-prov.sql' }])
  expect(await migrated).toEqual(['9994-prov.sql'])
})

test('an index is built concurrently with writes, and rebuilt when it was left invalid', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-migrate-'))
  const sql = '-- For a test.\ncreate unique index concurrently if not exists busy_once on busy (n);'
  writeFileSync(join(folder, '9995-prov.sql'), sql)
  const owner = openPool({ connectionString: database.url, max: 1 }, silentLog, { queryMs: null })
  const [holder, user] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client]
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await Promise.all([owner.end(), holder.end(), user.end()])
  })
  await Promise.all([holder.connect(), user.connect()])
  const isUsed = async () =>
    (await user.query(`select indisvalid as used from pg_index where indexrelid = to_regclass('busy_once')`)).rows
  await user.query('create table busy (n int)')
  await user.query('insert into busy values (1), (1)')
  // An invalid index, as an interrupted build leaves it: no query uses it, but every write maintains it.
  await expect(migrate(owner, folder)).rejects.toThrow('busy_once')
  expect(await isUsed()).toEqual([{ used: false }])

  await user.query('truncate busy')
  await holder.query('begin')
  await holder.query('insert into busy values (1)')
  const migrated = migrate(owner, folder)
  await expect.poll(async () => (await user.query(waiting)).rowCount).toBe(1)
  await user.query('insert into busy values (2)')
  await holder.query('commit')
  expect(await migrated).toEqual(['9995-prov.sql'])
  expect(await isUsed()).toEqual([{ used: true }])
  expect(await migrate(owner, folder)).toEqual([])
})
