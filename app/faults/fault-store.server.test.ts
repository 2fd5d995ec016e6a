import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { joinAsAdmin } from '../../test/support/people'
import {
  deleteQuiet,
  faultsToMend,
  type Noted,
  readFaultOf,
  readFaultRows,
  updateMended,
  writeFaults,
} from './fault-store.server'
import { forgetQuietFaults } from './forget-faults.server'
import { mendFault } from './mend-fault.server'
import { readFault, readFaults } from './read-faults.server'

/** Several fault groups side by side: what is written, what reopens, and what is deleted. */

const house = useHouse()
let now: Date
const from = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000
beforeEach(async () => {
  now = house.clock.now()
  await house.db.deleteFrom('faults').execute()
})

const markOf = (letter: string) => letter.repeat(64)
const noted = (letter: string, given: Partial<Noted> = {}): Noted => ({
  ...{ kind: 'TypeError', place: `GET /${letter}`, frames: ['at one'], mark: markOf(letter), count: 1 },
  ...{ firstAt: now, lastAt: now, requests: [] },
  ...given,
})
const rows = async (isMended = false) =>
  (await readFaultRows(house.db, isMended)).map(({ place }) => place.at(-1)).join('')
const rowOf = (letter: string) =>
  house.db.selectFrom('faults').selectAll().where('mark', '=', markOf(letter)).executeTakeFirstOrThrow()

test('lists the latest fault first, and mended ones separately', async () => {
  const { signedIn } = await joinAsAdmin(house)
  await writeFaults(house.db, [
    noted('a', { firstAt: from(-9), lastAt: from(-3) }),
    noted('b'),
    noted('c', { firstAt: from(-9), lastAt: from(-1) }),
  ])
  expect(await rows()).toBe('bca')
  valueFrom((await mendFault(house, signedIn, { id: (await rowOf('c')).id })) as never)
  expect([await rows(), await rows(true)]).toEqual(['ba', 'c'])
  // The faults that wait for an administrator, with the time since when.
  const waiting = (await faultsToMend.execute(house.db)).rows
  expect(waiting).toHaveLength(2)
  expect(waiting).toEqual(expect.arrayContaining([{ at: from(-9) }, { at: now }]))
  expect(await readFault(house, signedIn, (await rowOf('c')).id)).toMatchObject({
    mended: expect.any(String),
    state: 'mended',
  })
  expect(await readFault(house, signedIn, (await rowOf('b')).id)).toMatchObject({ mended: null, frames: ['at one'] })
})

test('tells the year of a fault that began in another one', async () => {
  const { signedIn } = await joinAsAdmin(house)
  await writeFaults(house.db, [noted('a', { firstAt: new Date('2024-11-20T12:00:00Z') })])
  const [fault] = (await readFaults(house, signedIn, { isMended: false, number: '' })).faults
  expect(fault?.first).toBe('20 nov. 2024 13.00')
})

test('a repeated fault adds to its count, widens its time and keeps the latest request ids and frames', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()]
  await writeFaults(house.db, [
    noted('a', { firstAt: from(-5), lastAt: from(-5), requests: [old], count: 2 }),
    noted('b'),
  ])
  await writeFaults(house.db, [
    noted('a', { firstAt: from(-9), lastAt: now, requests: [fresh], frames: ['at two'], count: 3 }),
  ])
  expect(await rowOf('a')).toMatchObject({
    ...{ count: 5, first_at: from(-9), last_at: now, requests: [fresh, old], frames: ['at two'], came_back: false },
  })
  await writeFaults(house.db, [noted('a', { firstAt: from(-7), lastAt: from(-7) })])
  expect(await rowOf('a')).toMatchObject({ count: 6, first_at: from(-9), last_at: now })
  expect(await rowOf('b')).toMatchObject({ count: 1 })
})

test('a mended fault is reopened by a later occurrence, and not by an earlier one', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const by = signedIn.person.id
  await writeFaults(house.db, [noted('a'), noted('b')])
  const { id } = await rowOf('a')
  await updateMended(house.db, id, { at: from(10), by })
  await writeFaults(house.db, [noted('a', { lastAt: from(10) })])
  expect(await rowOf('a')).toMatchObject({ mended_at: from(10), mended_by: by, came_back: false })
  await writeFaults(house.db, [noted('a', { lastAt: from(11) })])
  expect(await rowOf('a')).toMatchObject({ mended_at: null, mended_by: null, came_back: true })
  // A fault that came back stays `came_back`, however often it recurs, until somebody marks it as mended again.
  await writeFaults(house.db, [noted('a', { lastAt: from(12) })])
  expect(await rowOf('a')).toMatchObject({ came_back: true })
  await updateMended(house.db, id, null)
  expect(await rowOf('a')).toMatchObject({ came_back: true })
  await updateMended(house.db, id, { at: from(20), by })
  expect(await rowOf('a')).toMatchObject({ mended_at: from(20), came_back: false })
  expect(await rowOf('b')).toMatchObject({ mended_at: null, came_back: false })
})

test('a request id finds the latest of two groups; a fault shows its twenty latest ids', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const number = randomUUID()
  const many = Array.from({ length: 25 }, () => randomUUID())
  await writeFaults(house.db, [
    noted('a', { requests: [number, ...many] }),
    noted('b', { firstAt: from(-5), lastAt: from(-5), requests: [number] }),
    noted('c', { lastAt: from(5), requests: [] }),
  ])
  expect((await readFaultOf(house.db, number))?.place).toBe('GET /a')
  const page = await readFault(house, signedIn, (await rowOf('a')).id)
  expect('requests' in page && page.requests).toEqual([number, ...many.slice(0, 19)])
  const list = await readFaults(house, signedIn, { isMended: false, number: ` ${'x'.repeat(150)} ` })
  expect([list.asked, list.found, list.isMended]).toEqual(['x'.repeat(100), null, false])
  expect(list.faults.map(({ place, count }) => `${place} ${count}`)).toEqual(['GET /c 1', 'GET /a 1', 'GET /b 1'])
})

test('deletes faults after ninety quiet days, and the quietest beyond the limit', async () => {
  await writeFaults(house.db, [
    noted('a', { firstAt: from(-91 * day), lastAt: from(-90 * day - 60_000) }),
    noted('b', { firstAt: from(-91 * day), lastAt: from(-89 * day) }),
    noted('c'),
    noted('d', { firstAt: from(-91 * day), lastAt: from(-2) }),
  ])
  expect(await forgetQuietFaults(house)).toBe(1)
  expect(await rows()).toBe('cdb')
  expect(await deleteQuiet(house.db, from(-89 * day), 2)).toBe(1)
  expect(await rows()).toBe('cd')
})
