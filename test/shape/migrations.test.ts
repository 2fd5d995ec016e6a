import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { concurrentIndexIn, type Migration, migrate, readMigrations } from '~/platform/database/migrate.server'
import { useDatabase } from '../support/database'
import { locksIn, readCatalog, refusalsOf } from './what-changed'

/**
 * Migrations are append-only: one that may have been run is never edited, another follows. The checksum is recorded
 * when it lands, so that an edit shows as a changed line in db/migrations.lock.
 */
test('no migration was edited, and each is listed in migrations.lock', async () => {
  const written = readFileSync('db/migrations.lock', 'utf8').trim().split('\n')
  const actual = (await readMigrations('db/migrations')).map(({ name, checksum }) => `${checksum}  ${name}`)
  expect(actual).toEqual(written)
})

test('each migration begins with a comment', async () => {
  const silent = (await readMigrations('db/migrations')).filter(({ sql }) => !sql.startsWith('-- '))
  expect(silent.map(({ name }) => name)).toEqual([])
})

/** Earlier migrations were written before there were releases with running users, so the rules do not apply to them. */
const lastBeforeReleases = '0383'

describe('the zero-downtime check of migrations', () => {
  const database = useDatabase()
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(`create table prov (id int primary key, words text, price int not null default 0,
      constraint prov_price check (price >= 0) not valid)`)
    await client.query('insert into prov (id, words) values (1, $1)', ['några'])
    await client.query(`create unique index prov_once on prov (words, price);
      create view prov_seen as select 1 as id;
      create function prov_words(int) returns int language sql as 'select $1'`)
  })
  afterAll(() => client.end())

  async function refusedBy(sql: string) {
    await client.query('begin')
    try {
      const before = await readCatalog(client)
      await client.query(sql)
      return [...refusalsOf(before, await readCatalog(client)), ...locksIn(sql)]
    } finally {
      await client.query('rollback')
    }
  }

  test.each([
    ['alter table prov drop column words', 'prov.words is gone or renamed'],
    ['alter table prov rename column words to message', 'prov.words is gone or renamed'],
    ['alter table prov rename to trial', 'prov is gone or renamed'],
    ['drop table prov', 'prov is gone or renamed'],
    ['alter table prov alter column words type varchar(9)', 'prov.words has another type'],
    ['alter table prov add column at timestamptz not null default clock_timestamp()', 'prov is written anew'],
    ['alter table prov add column id2 int generated always as identity', 'prov is written anew'],
    [
      `alter table prov add column more int constraint more_is_known check (more > 0)`,
      'more_is_known is tried on every row',
    ],
    ['delete from prov; alter table prov add column more int not null', 'prov.more must be filled in'],
    ['alter table prov alter column words set not null', 'prov.words is looked for in every row'],
    ['alter table prov alter column price drop default', 'prov.price has no default any more'],
    ['alter table prov add constraint prov_words check (words <> $$$$)', 'prov_words is tried on every row'],
    ['alter table prov add foreign key (id) references prov', 'prov_id_fkey is tried on every row'],
    ['create index prov_by_words on prov (words)', 'prov_by_words is built while nobody can write'],
    [
      'alter table prov add constraint late check (id > 0) not valid; alter table prov validate constraint late',
      'late is tried on every row',
    ],
    ['truncate prov', 'prov is written anew'],
    ['drop index prov_once', 'prov_once no longer keeps rows apart'],
    ['drop view prov_seen', 'prov_seen is gone or renamed'],
    ['drop function prov_words(int)', 'prov_words(integer) is gone or renamed'],
    ['lock table prov', 'a table is locked by name'],
    ['/* why */ LOCK prov in share mode', 'a table is locked by name'],
    ['do $$ begin lock table prov; end $$', 'a table is locked by name'],
    ['alter table prov add unique (words)', 'prov_words_key is built while nobody can write'],
  ])('refuses: %s', async (sql, refusal) => {
    expect((await refusedBy(sql)).join('\n')).toContain(refusal)
  })

  test.each([
    'alter table prov add column more int',
    "alter table prov add column more text not null default 'x'",
    'alter table prov add constraint prov_words check (words <> $$$$) not valid',
    'alter table prov add constraint prov_words not null words not valid',
    'alter table prov validate constraint prov_price',
    'alter table prov drop constraint prov_price',
    'create table more (id int primary key references prov, n int not null check (n > 0)); create index on more (n)',
    'update prov set price = 1',
    'drop index if exists prov_by_words',
    'alter table prov add constraint prov_is_once unique using index prov_once',
    'drop view prov_seen; create view prov_seen as select id, words from prov',
    "insert into prov (id, words) values (2, '; lock table prov') -- ; lock table prov",
  ])('accepts: %s', async (sql) => {
    expect(await refusedBy(sql)).toEqual([])
  })

  test('accepts every migration since there are releases', async () => {
    const all = await readMigrations('db/migrations')
    const since = all.filter(({ name }) => name > `${lastBeforeReleases}~`)
    expect(since.length).toBeLessThan(all.length)
    if (since.length === 0) return
    const place = await openAsItWas(all.length - since.length)
    for (const migration of since) {
      const before = await readCatalog(place)
      await place.query(migration.sql)
      const isConcurrent = concurrentIndexIn(migration) !== null
      const refusals = refusalsOf(before, await readCatalog(place), { isConcurrent })
      expect([...refusals, ...locksIn(migration.sql)], migration.name).toEqual([])
    }
  })
})

/** A database with the first `count` migrations. */
async function openAsItWas(count: number): Promise<pg.Client> {
  const given = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...given, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-migrations-'))
  for (const { name } of (await readMigrations('db/migrations')).slice(0, count) satisfies Migration[]) {
    cpSync(join('db/migrations', name), join(folder, name))
  }
  const pool = new pg.Pool({ ...given, database: name, max: 1 })
  const client = new pg.Client({ ...given, database: name })
  onTestFinished(async () => {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true })
  })
  await migrate(pool, folder).finally(() => pool.end())
  await client.connect()
  return client
}
