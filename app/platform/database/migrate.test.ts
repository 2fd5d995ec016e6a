import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
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

/** A folder of migrations, a pool that migrates and records what it asks, and a connection of somebody else. */
async function openRun(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-migrate-'))
  const write = (name: string, sql: string) => writeFileSync(join(folder, name), `-- For a test.\n${sql}`)
  for (const [name, text] of Object.entries(files)) write(name, text)
  const pool = openPool({ connectionString: database.url, max: 1 }, silentLog, { queryMs: null })
  const other = new pg.Client({ connectionString: database.url })
  const asked: string[] = []
  onTestFinished(async () => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
    await Promise.all([pool.end(), other.end()])
  })
  await other.connect()
  const connect = async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      asked.push(String(given[0]))
      return query(...given)
    }) as typeof client.query
    return client
  }
  const read = async (text: string) => (await other.query(text)).rows
  const times = (text: string) => asked.filter((one) => one.includes(text)).length
  return { run: () => migrate({ connect } as pg.Pool, folder), pool, other, write, read, asked, times }
}

const theRight = 7_254_012_540
const tryFor = 'pg_try_advisory_lock'

test('a run waits for the one that has the right to migrate, changes nothing meanwhile, and gives the right back', async () => {
  const { run, pool, other, read, times } = await openRun({ '9980-prov.sql': 'create table waited_for (n int);' })
  // Every version of the product has to ask for the same.
  await other.query('select pg_advisory_lock($1)', [theRight])
  const migrated = run()
  await expect.poll(() => times(tryFor)).toBeGreaterThan(1)
  expect([times('create'), times('insert')]).toEqual([0, 0])
  await other.query('select pg_advisory_unlock($1)', [theRight])
  expect(await migrated).toEqual(['9980-prov.sql'])
  expect(pool.totalCount).toBe(0)
  await expect.poll(() => read(`select pg_try_advisory_lock(${theRight}) as free`)).toEqual([{ free: true }])
})

test('the first run on an empty database makes what it keeps its account in', async () => {
  const { run, other, read } = await openRun({ '9979-prov.sql': 'create table first_of_all (n int);' })
  await other.query('drop table schema_migrations, schema_migrations_turn')
  expect(await run()).toEqual(['9979-prov.sql'])
  expect(await read('select name from schema_migrations')).toEqual([{ name: '9979-prov.sql' }])
  expect(await read('select epoch from schema_migrations_turn')).toEqual([{ epoch: 1 }])
})

test('a run that has waited five minutes for the right to migrate gives up', async () => {
  const { run, other, times } = await openRun({ '9981-prov.sql': 'create table never (n int);' })
  await other.query('select pg_advisory_lock($1)', [theRight])
  const begun = Date.now()
  const clock = vi.spyOn(Date, 'now')
  for (const ms of [0, 299_999, 300_000]) clock.mockReturnValueOnce(begun + ms)
  clock.mockReturnValue(begun + 300_001)
  await expect(run()).rejects.toThrow(
    'The right to migrate is held by another process; the start has waited long enough. Try again when that one is done.',
  )
  expect([times(tryFor), times('create')]).toEqual([1, 0])
})

test('a migration that found its table locked is tried again, whole', async () => {
  const sql = 'create table tried as select 1 as n;\nset local lock_timeout = 20;\nalter table locked add more int;'
  const { run, other, read, times } = await openRun({ '9982-prov.sql': sql })
  await other.query('create table locked (n int)')
  await other.query('begin')
  await other.query('select n from locked')
  const migrated = run()
  await expect.poll(() => times('alter table locked')).toBeGreaterThan(1)
  await other.query('commit')
  expect(await migrated).toEqual(['9982-prov.sql'])
  expect(await read('select n, (select count(*)::int from locked) as rows from tried')).toEqual([{ n: 1, rows: 0 }])
})

test('a migration is applied whole or not at all, once, and never after it was edited', async () => {
  // It writes its own line, so that the one that is written for it is refused.
  const twice = `create table half (n int); insert into schema_migrations values ('9984-prov.sql', 'x');`
  const { run, write, read, times } = await openRun({
    '9983-prov.sql': 'create table whole (n int);',
    '9984-prov.sql': twice,
  })
  await expect(run()).rejects.toMatchObject({ code: '23505' })
  expect(times(twice)).toBe(1)
  const there = `select to_regclass('whole')::text as whole, to_regclass('half')::text as half`
  expect(await read(there)).toEqual([{ whole: 'whole', half: null }])
  write('9984-prov.sql', 'create table half (n int);')
  expect(await run()).toEqual(['9984-prov.sql'])
  expect(await run()).toEqual([])
  write('9983-prov.sql', 'create table whole (n bigint);')
  write('9985-prov.sql', 'create table later (n int);')
  await expect(run()).rejects.toThrow('9983-prov.sql was edited after it had been applied')
  expect(await read(`select to_regclass('later') as later`)).toEqual([{ later: null }])
})

test('a statement waits two seconds for a table, and an index that blocks nobody two minutes', async () => {
  const now = `select current_setting('lock_timeout') as waits`
  const { run, read, asked } = await openRun({
    '9986-prov.sql': `create table first_wait as ${now};`,
    '9987-prov.sql': 'create index concurrently if not exists first_wait_index on first_wait (waits);',
    '9988-prov.sql': `create table last_wait as ${now};`,
  })
  expect(await run()).toHaveLength(3)
  expect(await read('select waits from first_wait union all select waits from last_wait')).toEqual([
    { waits: '2s' },
    { waits: '2s' },
  ])
  const build = asked.findIndex((one) => one.includes('index concurrently'))
  expect(asked.slice(0, build).findLast((one) => one.startsWith('set'))).toBe('set lock_timeout = 120000')
})
