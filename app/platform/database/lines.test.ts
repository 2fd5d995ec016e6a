import { once } from 'node:events'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database'
import { silentLog } from '../log.server'
import { type Database, onDisk, openDatabase, openPool, type PoolLimits } from './database.server'
import { isDatabaseFault } from './errors.server'
import { hangUp, Line, Lines } from './lines.server'

/** A real failover of two servers is tested in test/faults/failover.test.ts. */
const database = useDatabase()

function poolOn(lines: Lines, limits: PoolLimits = {}): pg.Pool {
  const pool = openPool({ connectionString: database.url, lines, max: 2 }, silentLog, limits)
  onTestFinished(() => pool.end())
  return pool
}

/** A fake connection to a server with this timeline. */
function reaches(lines: Lines, timeline: number) {
  const line = { query: async () => ({ rows: [{ timeline }] }) } as unknown as Line
  lines.hold(line, new Socket())
  return lines.admit(line)
}

const faultOf = (asked: Promise<unknown>) => asked.then(() => null).catch((error: unknown) => error)

test('the first connection to a new primary breaks the old ones, and older timelines are refused', async () => {
  const lines = new Lines(silentLog)
  const pool = poolOn(lines)
  await pool.query('select 1')
  const hanging = faultOf(pool.query('select pg_sleep(5)'))
  await reaches(lines, 99)
  expect(isDatabaseFault(await hanging)).toBe(true)
  // The real server behind the pool now counts as the old primary.
  expect(isDatabaseFault(await faultOf(pool.query('select 1')))).toBe(true)
  expect(isDatabaseFault(await faultOf(reaches(lines, 98)))).toBe(true)
})

test('the first primary of a process cuts nobody, and lines that are closed already are not counted at a failover', async () => {
  const warned = vi.fn()
  const lines = new Lines({ ...silentLog, warn: warned })
  const [unanswered, closed] = [new Socket(), new Socket()]
  for (const socket of [unanswered, closed]) lines.hold({} as Line, socket)
  // The primary that a process finds first may be the seventh.
  await reaches(lines, 7)
  expect([unanswered.destroyed, warned.mock.calls]).toEqual([false, []])
  closed.destroy()
  await once(closed, 'close')
  await reaches(lines, 8)
  expect(unanswered.destroyed).toBe(true)
  expect(warned.mock.calls).toEqual([[{ timeline: 8, lines: 2 }, expect.stringContaining('another primary')]])
})

test('a line that is cut while nobody queries ends nothing but itself', async () => {
  const lines = new Lines(silentLog)
  const line = new Line({ connectionString: database.url, lines })
  await line.connect()
  // An `error` that nobody listens for ends the process.
  expect(() => line.emit('error', new Error('cut'))).not.toThrow()
  const ended = new Promise((end) => line.once('end', end))
  hangUp(line)
  await ended
})

test('refuses a connection to a standby', async () => {
  const lines = new Lines(silentLog)
  expect(isDatabaseFault(await faultOf(reaches(lines, 0)))).toBe(true)
})

test('a connection commits locally or only reads while that is set, and as usual afterwards', async () => {
  const lines = new Lines(silentLog)
  const [db, always] = [poolOn(lines), poolOn(lines, { writesAlways: true })].map(openDatabase) as [Database, Database]
  const commitOf = async (of: Database) =>
    (
      await sql<{ commit: string }>`
    select current_setting('synchronous_commit') as commit`.execute(of)
    ).rows[0]?.commit
  // The durability that an alarm asks for in its statement (`onDisk`) yields to `local` and to nothing else.
  const askedFor = async () => (await sql<{ commit: string }>`select ${onDisk} as commit`.execute(db)).rows[0]?.commit
  const write = (to: Database) => sql`insert into written values (1)`.execute(to)
  const usual = await commitOf(db)
  await sql`create table written (n int)`.execute(db)

  lines.manner = 'alone'
  expect([await commitOf(db), await askedFor()]).toEqual(['local', 'local'])

  lines.manner = 'reads only'
  const refused = await faultOf(write(db))
  expect(refused).toMatchObject({ code: '25006' })
  expect(isDatabaseFault(refused)).toBe(true)
  expect((await sql`select from written`.execute(db)).rows).toEqual([])
  expect(await commitOf(always)).toBe('local')
  await write(always)

  lines.manner = 'waits'
  expect([await commitOf(db), await askedFor()]).toEqual([usual, 'on'])
  await write(db)
})
