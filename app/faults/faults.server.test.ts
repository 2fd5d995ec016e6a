import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '~/platform/database/database.server'
import type { FaultBook } from '~/platform/faults/faults.server'
import { silentLog } from '~/platform/log.server'
import { notThere } from '~/shared/outcome'
import { useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { soon } from '../../test/support/pace/soon'
import { joinAsAdmin, joinAsMember } from '../../test/support/people'
import { mostGroups } from './fault'
import { openFaultBook } from './fault-book.server'
import { forgetQuietFaults } from './forget-faults.server'
import { mendFault, reopenFault } from './mend-fault.server'
import { readFault, readFaults } from './read-faults.server'

const house = useHouse()
const books: FaultBook[] = []
beforeEach(() => house.db.deleteFrom('faults').execute())
afterEach(async () => {
  await Promise.all(books.splice(0).map((book) => book.close()))
  // A fault book that gave up on a write leaves it running in the database. Wait for it, so that it does not land in
  // the next test.
  const writing = sql`select from pg_locks where relation = 'faults'::regclass and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect((await writing.execute(house.db)).rows).toEqual([]), soon)
})

const pace = { gatherMs: 1, againMs: 5, patienceMs: 1_000 }
function open(db = () => house.db) {
  const book = openFaultBook(db, house.clock, silentLog, pace)
  books.push(book)
  return book
}

const broken = (words = 'Siv Ek bor på Långbrodalsvägen 4') => Object.assign(new TypeError(words), { code: 'E42' })
const place = 'GET /dashboard/customer/…'
const note = (book: FaultBook, requestId: string | null = randomUUID(), at = place) =>
  book.note({ error: broken(), place: at, requestId })
const all = () => house.db.selectFrom('faults').selectAll().orderBy('last_at', 'desc').execute()

test('groups equal faults with a count and their request ids, without the error’s message', async () => {
  const book = open()
  const numbers = [randomUUID(), randomUUID(), randomUUID()]
  for (const number of numbers) note(book, number)
  note(book, null, 'months that have passed')
  await vi.waitFor(async () => expect(await all()).toHaveLength(2), soon)
  const [one] = (await all()).filter((each) => each.place === place)
  expect(one).toMatchObject({ kind: 'TypeError E42', count: 3, requests: numbers.toReversed(), mended_at: null })
  expect(one?.frames[0]).toMatch(/faults\.server\.test\.ts/)
  // No data of the request that failed is stored.
  expect(JSON.stringify(await all())).not.toMatch(/Siv|Långbro/)
})

test('nine hundred equal faults of several processes make one row with 200 request ids', async () => {
  const several = [open(), open(), open()]
  for (let n = 0; n < 900; n++) note(several[n % 3] as FaultBook)
  await vi.waitFor(async () => expect((await all())[0]?.count).toBe(900), soon)
  const rows = await all()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.requests).toHaveLength(200)
})

test('limits the number of groups, and goes on counting the known ones', async () => {
  await house.db
    .insertInto('faults')
    .values(
      Array.from({ length: mostGroups - 1 }, (_, n) => ({
        mark: String(n).padStart(64, '0'),
        kind: 'Error',
        place: `p${n}`,
        frames: [],
        count: 1,
        first_at: new Date(2020, 1, 1, 0, 0, n),
        last_at: new Date(2020, 1, 1, 0, 0, n),
        requests: [],
      })),
    )
    .execute()
  const book = open()
  note(book)
  await vi.waitFor(async () => expect(await all()).toHaveLength(mostGroups), soon)
  note(book, null, 'one too many')
  note(book)
  await vi.waitFor(async () => expect((await all())[0]?.count).toBe(2), soon)
  expect(await all()).toHaveLength(mostGroups)
  // The chore makes room, and deletes what has been quiet for 90 days.
  expect(await forgetQuietFaults(house)).toBe(mostGroups - 1)
})

test('keeps a limited number of faults while the database is away, and writes them later', async () => {
  const gone = openDatabase(new pg.Pool())
  await gone.destroy()
  let db = gone
  const warned: unknown[] = []
  const log = { warn: (facts: unknown) => void warned.push(facts) } as never
  const book = openFaultBook(() => db, house.clock, log, pace)
  books.push(book)
  const number = randomUUID()
  const began = house.clock.now()
  note(book, number)
  for (let n = 0; n < 300; n++) note(book, null, `chore ${n}`)
  await vi.waitFor(() => expect(warned.length).toBeGreaterThan(1), soon)
  // New occurrences are added to the waiting group and do not change its first time.
  house.clock.forward({ minutes: 10 })
  note(book)
  note(book, null, 'too late for a place')
  await vi.waitFor(() => expect(warned.length).toBeGreaterThan(3), soon)
  db = house.db
  await vi.waitFor(async () => expect((await all()).length).toBe(100), soon)
  const kept = (await all()).find((each) => each.place === place)
  expect(kept?.requests).toContain(number)
  expect(kept).toMatchObject({ count: 2, requests: { length: 2 } })
  expect(kept && kept.first_at.getTime() - began.getTime()).toBeLessThan(60_000)
  expect(kept && kept.last_at.getTime() - began.getTime()).toBeGreaterThan(500_000)
})

test('writes faults that come while the database does not answer', async () => {
  const warned: unknown[] = []
  const log = { warn: (facts: unknown) => void warned.push(facts) } as never
  const book = openFaultBook(() => house.db, house.clock, log, { ...pace, patienceMs: 100 })
  books.push(book)
  const waiting = sql`select from pg_locks where not granted and relation = 'faults'::regclass`
  await house.db.transaction().execute(async (db) => {
    await sql`lock table faults in share mode`.execute(db)
    note(book)
    await vi.waitFor(async () => expect((await waiting.execute(house.db)).rows).toHaveLength(1), soon)
    note(book, null, 'came meanwhile')
    await vi.waitFor(() => expect(warned.length).toBeGreaterThan(0), soon)
  })
  const places = async () => (await all()).map((one) => one.place).sort()
  await vi.waitFor(async () => expect(await places()).toEqual([place, 'came meanwhile'].sort()), soon)
})

test('closing writes the remaining faults and accepts no more', async () => {
  const book = openFaultBook(() => house.db, house.clock, silentLog, { ...pace, gatherMs: 60_000 })
  note(book)
  const idle = openFaultBook(() => house.db, house.clock, silentLog, pace)
  for (const one of [book, idle]) {
    await one.close()
    note(one)
  }
  await new Promise((done) => setTimeout(done, 150))
  expect((await all()).map(({ count }) => count)).toEqual([1])
})

test('an administrator marks a fault as mended or reopens it, and a new occurrence reopens it', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const book = open()
  const number = randomUUID()
  note(book, number)
  await vi.waitFor(async () => expect(await all()).toHaveLength(1), soon)
  const list = (isMended: boolean) => readFaults(house, signedIn, { isMended, number: '' })
  const [fault] = (await list(false)).faults
  const id = fault?.id ?? ''
  expect(fault).toMatchObject({ kind: 'TypeError E42', place, count: 1, state: 'open' })
  expect(await readFault(house, signedIn, id)).toMatchObject({ requests: [number], mended: null })

  valueFrom(await mendFault(house, signedIn, { id }))
  expect((await list(false)).faults).toEqual([])
  expect((await list(true)).faults).toMatchObject([{ id, state: 'mended' }])
  valueFrom(await reopenFault(house, signedIn, { id }))
  expect((await list(false)).faults).toMatchObject([{ id, state: 'open' }])
  valueFrom(await mendFault(house, signedIn, { id }))
  valueFrom(await mendFault(house, signedIn, { id }))

  house.clock.forward({ minutes: 1 })
  note(book)
  await vi.waitFor(
    async () => expect((await list(false)).faults).toMatchObject([{ id, state: 'back', count: 2 }]),
    soon,
  )
  const deeds = await house.db
    .selectFrom('audit_log')
    .select(['deed', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  const about = { fault: `TypeError E42, ${place}` }
  const mended = { deed: 'mend fault', before: { mended: false }, after: { mended: true, ...about } }
  const reopened = { deed: 'reopen fault', before: { mended: true }, after: { mended: false, ...about } }
  expect(deeds).toEqual([mended, reopened, mended])
})

test('an occurrence from before the mending that is written later does not reopen the fault', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const book = open()
  note(book)
  await vi.waitFor(async () => expect(await all()).toHaveLength(1), soon)
  const late = openFaultBook(() => house.db, house.clock, silentLog, { ...pace, gatherMs: 60_000 })
  note(late)
  house.clock.forward({ minutes: 1 })
  const [{ id = '' } = {}] = await all()
  valueFrom(await mendFault(house, signedIn, { id }))
  await late.close()
  expect(await all()).toMatchObject([{ count: 2, mended_at: expect.any(Date), came_back: false }])
})

test('a request id finds its fault, and any other text finds nothing', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const book = open()
  const number = randomUUID()
  note(book, number)
  await vi.waitFor(async () => expect(await all()).toHaveLength(1), soon)
  const [{ id } = {}] = await all()
  const search = async (asked: string) => (await readFaults(house, signedIn, { isMended: true, number: asked })).found
  expect(await search(`  ${number.toUpperCase()} `)).toBe(id)
  for (const other of [randomUUID(), '', "x'", 'Siv', '%']) expect(await search(other)).toBeNull()
})

test('only an administrator may read or change faults, and an unknown id is not found', async () => {
  const { signedIn } = await joinAsMember(house)
  const id = randomUUID()
  const asked = { isMended: false, number: '' }
  await expect(readFaults(house, signedIn, asked)).rejects.toMatchObject({ because: 'not allowed' })
  await expect(readFault(house, signedIn, id)).rejects.toMatchObject({ because: 'not allowed' })
  for (const deed of [mendFault, reopenFault]) {
    await expect((async () => deed(house, signedIn, { id }))()).rejects.toMatchObject({ because: 'not allowed' })
  }
  const admin = await joinAsAdmin(house)
  expect(await mendFault(house, admin.signedIn, { id })).toBe(notThere)
  expect(await mendFault(house, admin.signedIn, { id: 'x' })).toBe(notThere)
  expect(await readFault(house, admin.signedIn, 'x')).toBe(notThere)
})
