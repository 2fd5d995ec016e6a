import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { silentLog } from '../log.server'
import { type Database, openDatabase, openPool, withSetting } from './database.server'
import { asTen, builtOnce, executeNamed, writtenOnce } from './named-statement.server'

const house = useHouse()

test('connections with an extra setting keep the product’s role', async () => {
  const pool = openPool({ ...withSetting(house.pool.options, 'enable_seqscan=off'), max: 1 }, silentLog)
  onTestFinished(() => pool.end())
  const { rows } = await pool.query(
    `select current_user::text as "actsAs", current_setting('enable_seqscan') as "isScanned"`,
  )
  expect(rows).toEqual([{ actsAs: 'kvartera_product', isScanned: 'off' }])
  const unset = openPool(
    { ...withSetting({ ...house.pool.options, options: undefined }, 'jit=off'), max: 1 },
    silentLog,
  )
  onTestFinished(() => unset.end())
  expect((await unset.query(`select current_setting('jit') as jit`)).rows).toEqual([{ jit: 'off' }])
})

test('the product’s role may not write the migration tables', async () => {
  for (const write of ['update schema_migrations_turn set epoch = 9', 'delete from schema_migrations']) {
    await expect(sql.raw(write).execute(house.db), write).rejects.toThrow('permission denied')
  }
})

test('a named statement is prepared once per connection, in a transaction too; its name is unique', async () => {
  const db = openDatabase(openPool({ ...house.pool.options, max: 1 }, silentLog))
  onTestFinished(() => db.destroy())
  const people = (email: string) => db.selectFrom('profiles').select('full_name').where('email', '=', email)
  const { rows } = await executeNamed(db, 'sum of two', sql<{ sum: number }>`select ${1}::int + ${2}::int as sum`)
  expect(rows).toEqual([{ sum: 3 }])
  await executeNamed(db, 'by address', people('nobody@example.se'))
  await db.transaction().execute((trx) => executeNamed(trx, 'by address', people('somebody@example.se')))
  const prepared = await sql<{ name: string; runs: number }>`
    select name, generic_plans + custom_plans as runs from pg_prepared_statements order by name`.execute(db)
  expect(prepared.rows).toEqual([
    { name: 'by address', runs: 2 },
    { name: 'sum of two', runs: 1 },
  ])
  await expect(executeNamed(db, 'by address', sql`select 1`)).rejects.toThrow('must be unique')
})

test('builtOnce() binds its arguments as parameters at each call, and inlines constants', async () => {
  const db = openDatabase(openPool({ ...house.pool.options, max: 1 }, silentLog))
  onTestFinished(() => db.destroy())
  const inserted = ['Berit', 'Arne', 'Cilla'].map((name) => ({
    full_name: name,
    email: `${name.toLowerCase()}@exempel.se`,
  }))
  await house.db.insertInto('profiles').values(inserted).execute()
  const first = builtOnce('first of a role', (db: Database, most: number, names: readonly string[], name: string) =>
    db
      .selectFrom('profiles')
      .select(['full_name as name', sql<string>`${"It's " as string} || ${name}::text`.as('said')])
      .where('full_name', '=', sql<string>`any(${names})`)
      .where('member_status', 'is', null)
      .where('user_role', 'in', ['member', 'company'])
      .where('full_name', '<>', name)
      .orderBy('full_name')
      .limit(most),
  )
  const all = ['Arne', 'Berit', 'Cilla']
  expect(await first(db, 9, all, 'Berit')).toEqual([
    { name: 'Arne', said: "It's Berit" },
    { name: 'Cilla', said: "It's Berit" },
  ])
  expect(await first(db, 1, ['Cilla', 'Berit'], 'Arne')).toEqual([{ name: 'Berit', said: "It's Arne" }])
  expect(await db.transaction().execute((trx) => first(trx, 9, ['Arne'], 'x'))).toEqual([
    { name: 'Arne', said: "It's x" },
  ])
  const { rows } = await sql<{ runs: number; parameters: number; statement: string }>`
    select generic_plans + custom_plans as runs, cardinality(parameter_types) as parameters, statement
    from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ runs: 3, parameters: 4, statement: expect.stringContaining(`in ('member', 'company')`) }])
})

test('asTen() pads a shorter list to ten elements and leaves a longer one', async () => {
  expect(asTen([])).toEqual([])
  expect(asTen(['a', 'b'])).toEqual(['a', 'b', ...Array(8).fill('a')])
  const eleven = Array.from({ length: 11 }, (_, n) => n)
  expect(asTen(eleven)).toEqual(eleven)
})

test('writtenOnce() inserts what it is given each time, and refuses a row with other columns', async () => {
  const db = openDatabase(openPool({ ...house.pool.options, max: 1 }, silentLog))
  onTestFinished(() => db.destroy())
  type Row = { full_name: string; email: string }
  const write = writtenOnce('insert profile', (db: Database, profile: Row, role: 'member' | 'company') =>
    db
      .insertInto('profiles')
      .values({ ...profile, user_role: role, postcode: '12540' })
      .returning(['full_name', 'email', 'user_role']),
  )
  const dora = { full_name: "D'ora", email: 'dora@exempel.se' }
  const emil = { full_name: 'Emil', email: 'emil@exempel.se' }
  expect(await write(db, dora, 'company')).toEqual([{ ...dora, user_role: 'company' }])
  expect(await write(db, emil, 'member')).toEqual([{ ...emil, user_role: 'member' }])
  const swapped = { email: 'frej@exempel.se', full_name: 'Frej' }
  await expect(write(db, swapped, 'member')).rejects.toThrow('other columns')
  await expect(write(db, { ...emil, postcode: '12540' } as Row, 'member')).rejects.toThrow('other columns')
  await expect(write(db, { ...emil, email: undefined } as unknown as Row, 'member')).rejects.toThrow('undefined')
  const { rows } = await sql`select generic_plans + custom_plans as runs from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ runs: 2 }])
})

test('builtOnce() refuses to compute with its arguments', async () => {
  const wrong = {
    'a day': builtOnce('a day', (_: Database, now: Date) => sql`select ${now.getTime()}::float8`),
    'a sum': builtOnce('a sum', (_: Database, most: number) => sql`select ${most + 1}::int`),
    'as many as there are': builtOnce('as many', (db: Database, ids: string[]) =>
      db
        .selectFrom('profiles')
        .select('id')
        .where('id', 'in', [...ids]),
    ),
    'left out': builtOnce('left out', (_: Database, id: string | null) =>
      id === null ? sql`select ${id}` : sql`select 1`,
    ),
  }
  const ask = wrong as Record<string, (db: Database, given: unknown) => Promise<unknown>>
  for (const [name, asked] of Object.entries(ask))
    await expect(asked(house.db, 1), name).rejects.toThrow(/Symbol|iterable|function|stand/)
})
