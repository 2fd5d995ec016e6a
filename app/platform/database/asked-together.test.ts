import type { Socket } from 'node:net'
import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { soon } from '../../../test/support/pace/soon'
import { silentLog } from '../log.server'
import { asRead, asWrite, ReadsTogether } from './asked-together.server'
import { type Database, openDatabase, openPool } from './database.server'

/** Concurrent reads share one connection; nothing else does. */
const house = useHouse()
let pool: pg.Pool
let db: Database

beforeEach(() => {
  pool = openPool({ ...house.pool.options, max: 4 }, silentLog)
  db = openDatabase(pool)
  onTestFinished(() => db.destroy())
})

const line = sql<number>`pg_backend_pid()`
const readLine = (from: Database) =>
  from
    .selectNoFrom(line.as('pid'))
    .executeTakeFirstOrThrow()
    .then(({ pid }) => pid)

/** The socket of the pool's only connection, which the pool lends next. */
async function theOneLine() {
  const client = await pool.connect()
  client.release()
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
const isFree = () => pool.idleCount === pool.totalCount

test('reads of one tick share one connection and one write, and each gets its own answer', async () => {
  const stream = await theOneLine()
  const written = vi.fn()
  const writev = stream._writev?.bind(stream)
  stream._writev = (chunks, done) => {
    written()
    writev?.(chunks, done)
  }
  const read = (value: number) => db.selectNoFrom([line.as('pid'), sql<number>`${value}::int`.as('value')]).execute()
  const answers = (await Promise.all([1, 2, 3, 4, 5, 6].map(read))).flat()
  expect(answers.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6])
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
  expect(written).toHaveBeenCalledTimes(1)
  expect(isFree()).toBe(true)
})

test('a failed read does not fail the reads beside it', async () => {
  const broken = db.selectNoFrom(sql`1 / 0`.as('broken')).execute()
  const [before, failed, after] = await Promise.allSettled([readLine(db), broken, readLine(db)])
  expect([before.status, failed.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(failed).toMatchObject({ reason: { code: '22012' } })
  expect(isFree()).toBe(true)
})

test('a transaction has its own connection from the start, and reads its own writes', async () => {
  const asked = db.transaction().execute(async (trx) => {
    await sql`create temporary table written (id int) on commit drop`.execute(trx)
    await sql`insert into written values (7)`.execute(trx)
    const { rows } = await sql<{ id: number }>`select id from written`.execute(trx)
    return { pid: await readLine(trx), beside: await readLine(db), rows }
  })
  const [inside, outside] = await Promise.all([asked, readLine(db)])
  expect(inside.rows).toEqual([{ id: 7 }])
  expect(inside.beside).not.toBe(inside.pid)
  expect(outside).not.toBe(inside.pid)
  expect(isFree()).toBe(true)
})

test('a transaction is committed when it ends, and rolled back when it fails', async () => {
  await sql`create temporary table kept (id int)`.execute(db)
  pool.options.max = 1
  const add = (id: number, fault?: Error) =>
    db.transaction().execute(async (trx) => {
      await sql`insert into kept values (${id})`.execute(trx)
      if (fault) throw fault
    })
  await add(1)
  await expect(add(2, new Error('cut off'))).rejects.toThrow('cut off')
  await add(3)
  // Read on the same connection, which would still see the rows of a transaction that was left open.
  const isOpen = await sql<{ begun: boolean }>`select now() <> statement_timestamp() as begun`.execute(db)
  expect(isOpen.rows).toEqual([{ begun: false }])
  expect((await sql`select id from kept order by id`.execute(db)).rows).toEqual([{ id: 1 }, { id: 3 }])
})

test('a slow read does not delay reads of a later turn', async () => {
  const holder = await house.pool.connect()
  await holder.query('select pg_advisory_lock(9996)')
  const answered = vi.fn()
  const waiting = db.selectNoFrom(sql`pg_advisory_xact_lock(9996)`.as('held')).execute().then(answered)
  await new Promise(setImmediate)
  expect(await readLine(db)).toBeGreaterThan(0)
  expect(answered).not.toHaveBeenCalled()
  await holder.query('select pg_advisory_unlock(9996)')
  holder.release()
  await waiting
  expect(isFree()).toBe(true)
})

test('SQL that is declared a read shares a connection, and a select that is declared a write does not', async () => {
  const select = () => db.selectNoFrom(line.as('pid')).compile()
  const asked = (query: CompiledQuery<{ pid: number }>) => db.executeQuery(query).then(({ rows }) => rows[0]?.pid)
  const [read, declared, written] = await Promise.all([
    asked(select()),
    asked(asRead(CompiledQuery.raw('select pg_backend_pid() as pid') as CompiledQuery<{ pid: number }>)),
    asked(asWrite(select())),
  ])
  expect(declared).toBe(read)
  expect(written).not.toBe(read)
  expect(isFree()).toBe(true)
})

/** A driver that answers within the turn, and takes a turn to release a connection. */
class AtOnce implements Dialect {
  readonly lent = new Set<DatabaseConnection>()
  readonly releasing = Promise.withResolvers<void>()
  released = 0
  readonly #dialect = new PostgresDialect({ pool })
  createAdapter = () => this.#dialect.createAdapter()
  createQueryCompiler = () => this.#dialect.createQueryCompiler()
  createIntrospector: Dialect['createIntrospector'] = (of) => this.#dialect.createIntrospector(of)
  createDriver(): Driver {
    const { lent } = this
    const nothing = async () => {}
    return {
      init: nothing,
      destroy: nothing,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      async acquireConnection() {
        const connection: DatabaseConnection = {
          executeQuery: async () => ({ rows: [{ isLent: lent.has(connection) }] as never[] }),
          streamQuery: () => expect.fail('nothing is streamed'),
        }
        lent.add(connection)
        return connection
      },
      releaseConnection: async (connection) => {
        lent.delete(connection)
        this.releasing.resolve()
        await new Promise(setImmediate)
        this.released++
      },
    }
  }
}

test('a read that ends within its turn leaves no connection behind for the next, and is answered when it is released', async () => {
  const dialect = new AtOnce()
  const atOnce = new Kysely<Record<string, never>>({ dialect: new ReadsTogether(dialect) })
  const read = () => atOnce.selectNoFrom(sql`1`.as('one')).executeTakeFirst()
  const next = dialect.releasing.promise.then(read)
  expect(await read()).toEqual({ isLent: true })
  expect(dialect.released).toBe(1)
  expect(await next).toEqual({ isLent: true })
  expect(dialect.released).toBe(2)
})

test('a statement that may write gets a connection of its own', async () => {
  const asked = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const lines = await Promise.all([asked(), asked(), readLine(db)])
  expect(new Set([lines[0].rows[0]?.pid, lines[1].rows[0]?.pid, lines[2]]).size).toBe(3)
  expect(isFree()).toBe(true)
})

test('a broken connection fails the reads on it and frees its place in the pool', async () => {
  const stream = await theOneLine()
  const slow = db.selectNoFrom(sql`pg_sleep(5)`.as('slept')).execute()
  const read = [slow, readLine(db)].map((one) => one.catch((error: unknown) => error))
  await vi.waitFor(() => expect(pool.idleCount).toBe(0), soon)
  stream.destroy()
  for (const fault of await Promise.all(read)) expect(fault).toBeInstanceOf(Error)
  expect(await readLine(db)).toBeGreaterThan(0)
  expect(isFree()).toBe(true)
})
