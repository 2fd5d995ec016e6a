import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { silentLog } from '../log.server'
import { openDatabase, openPool, withSetting } from './database.server'
import { executeNamed } from './named-statement.server'

const house = useHouse()

test('connections with a setting of their own act as the product all the same', async () => {
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

test('what has migrated, and whose turn it is, is not the product’s to write', async () => {
  for (const write of ['update schema_migrations_turn set epoch = 9', 'delete from schema_migrations']) {
    await expect(sql.raw(write).execute(house.db), write).rejects.toThrow('permission denied')
  }
})

test('a statement with a name is prepared once per connection, in a transaction too, and its name is its own', async () => {
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
