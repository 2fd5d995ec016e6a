import { beforeAll, expect, test } from 'vitest'
import { useHouse, useTakenBack } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { companyOf, joinAlone } from '../../test/support/sponsorship'
import { levelOf } from './level'
import {
  insertMark,
  lockOpenMark,
  readGivenBy,
  readGivenInMonth,
  readOpenMark,
  readOpenMarks,
  settleMarks,
} from './pair-store.server'
import {
  insertEntry,
  lockPointAccount,
  readEntries,
  readEntriesWhole,
  readEntryOwner,
  readPointAccount,
} from './points-store.server'

/** Two members and two companies: what one pair has given is counted beside what the other pairs have. */
const real = useHouse()
const house = useTakenBack(real)
const at = (moment: string) => new Date(`${moment}:00Z`)
let [eva, ola, firm, other] = ['', '', '', '']

beforeAll(async () => {
  eva = (await joinAsMember(real)).signedIn.person.id
  ola = (await joinAsMember(real)).signedIn.person.id
  firm = (await companyOf(real, await joinAlone(real))).id
  other = (await companyOf(real, await joinAlone(real))).id
})

type Given = Partial<Parameters<typeof insertEntry>[1]>
async function give(points: number, given: Given = {}) {
  const eventId = given.eventId ?? crypto.randomUUID()
  const entry = {
    personId: eva,
    kind: 'booking',
    points,
    about: 'Hemstäd',
    at: at('2027-02-10T10:00'),
    companyId: firm,
  } as const
  const isNew = await insertEntry(house.db, { ...entry, ...given, eventId })
  return { eventId, isNew }
}

test('an event gives points once per kind, and each person has their own balance and entries', async () => {
  const { db } = house
  expect(await readPointAccount(db, eva)).toEqual({ balance: 0, earned: 0 })
  const { eventId } = await give(10)
  expect((await give(10, { eventId })).isNew).toBe(false)
  expect((await give(25, { eventId, kind: 'review' })).isNew).toBe(true)
  const spent = await give(-5, { kind: 'free month', about: '' })
  await give(7, { personId: ola })
  expect([await readPointAccount(db, eva), await lockPointAccount(db, eva)]).toEqual(
    Array(2).fill({ balance: 30, earned: 35 }),
  )
  expect([await readPointAccount(db, ola), await lockPointAccount(db, ola)]).toEqual(
    Array(2).fill({ balance: 7, earned: 7 }),
  )
  const points = async (before: string | null, limit = 9) =>
    (await readEntries(db, eva, before, limit)).map((entry) => entry.points)
  expect([await points(null), await points(null, 1)]).toEqual([[-5, 25, 10], [-5]])
  const [newest] = await readEntries(db, eva, null, 1)
  expect(await points(newest?.id ?? '')).toEqual([25, 10])
  expect((await readEntriesWhole(db, eva)).map((entry) => entry.points)).toEqual([10, 25, -5])
  expect([
    await readEntryOwner(db, 'free month', spent.eventId),
    await readEntryOwner(db, 'booking', spent.eventId),
  ]).toEqual([eva, undefined])
  await give(1, { about: 'x'.repeat(300) })
  expect((await readEntries(db, eva, null, 1))[0]?.about.length).toBe(200)
})

test('readGivenInMonth counts that pair and month in Stockholm time, without the event itself', async () => {
  const { db } = house
  const own = await give(100, { at: at('2027-01-31T23:00') })
  await give(50, { at: at('2027-02-28T22:59') })
  await give(1000, { at: at('2027-01-31T22:59') })
  await give(1000, { at: at('2027-02-28T23:00') })
  await give(25, { kind: 'review', eventId: own.eventId })
  await give(1000, { companyId: other })
  await give(1000, { personId: ola })
  await give(500, { kind: 'recruited', eventId: firm })
  const read = (kind: 'booking' | 'review', eventId: string) =>
    readGivenInMonth(db, { personId: eva, companyId: firm, kind, eventId, at: at('2027-02-15T10:00') })
  expect([
    await read('booking', crypto.randomUUID()),
    await read('booking', own.eventId),
    await read('review', own.eventId),
  ]).toEqual([
    { times: 2, points: 175 },
    { times: 1, points: 75 },
    { times: 0, points: 150 },
  ])
  await give(-20, { kind: 'taken back' })
  expect(await readGivenBy(db, { personId: eva, companyId: firm })).toEqual({ points: 2655, bookings: 4, reviews: 1 })
  expect(await readGivenBy(db, { personId: ola, companyId: other })).toEqual({ points: 0, bookings: 0, reviews: 0 })
})

test('marks are unique per pair, month and reason, and settling covers that pair and kind only', async () => {
  const { db } = house
  for (const personId of [eva, ola]) await give(10, { personId })
  const mark = (why: 'many' | 'much' | 'tips', personId = eva, companyId = firm, moment = '2027-02-10T10:00') =>
    insertMark(db, { personId, companyId, why: why as 'many', at: at(moment) })
  await mark('many')
  await mark('many')
  await mark('much')
  await mark('tips')
  await mark('many', eva, firm, '2027-03-10T10:00')
  await mark('many', ola)
  await mark('many', eva, other)
  const open = async (before: string | null = null, limit = 9) => readOpenMarks(db, before, limit)
  const told = async () =>
    (await open()).map(({ personId, companyId, why }) => [personId === eva, companyId === firm, why as string])
  expect(await told()).toEqual([
    [true, false, 'many'],
    [false, true, 'many'],
    [true, true, 'many'],
    [true, true, 'tips'],
    [true, true, 'much'],
    [true, true, 'many'],
  ])
  const [first, second] = await open()
  expect(await open(first?.id, 1)).toEqual([second])
  expect(second).toMatchObject({
    month: '2027-02-01',
    balance: 10,
    personName: 'Eva Lind',
    companyName: 'Lind Städ AB',
  })
  const pair = { personId: eva, companyId: firm, why: 'much' as const }
  const id = (await open())[4]?.id ?? ''
  expect([await readOpenMark(db, id), await lockOpenMark(db, id)]).toEqual([pair, pair])
  await settleMarks(db, pair, at('2027-03-11T10:00'))
  expect(await told()).toEqual([
    [true, false, 'many'],
    [false, true, 'many'],
    [true, true, 'tips'],
  ])
  expect([await readOpenMark(db, id), await lockOpenMark(db, id)]).toEqual([undefined, undefined])
  await settleMarks(db, { ...pair, why: 'tips' }, at('2027-03-12T10:00'))
  expect(await told()).toEqual([
    [true, false, 'many'],
    [false, true, 'many'],
  ])
  await settleMarks(db, pair, at('2027-03-13T10:00'))
  const settled = await db.selectFrom('point_marks').select('settled_at').where('id', '=', id).executeTakeFirstOrThrow()
  expect(settled.settled_at).toEqual(at('2027-03-11T10:00'))
})

test.each([
  [0, 'Ny i kvarteret', { name: 'Granne', from: 100, left: 100 }],
  [99, 'Ny i kvarteret', { name: 'Granne', from: 100, left: 1 }],
  [100, 'Granne', { name: 'God granne', from: 500, left: 400 }],
  [500, 'God granne', { name: 'Kvartersvän', from: 1500, left: 1000 }],
  [1500, 'Kvartersvän', { name: 'Kvarterets eldsjäl', from: 5000, left: 3500 }],
  [5000, 'Kvarterets eldsjäl', null],
  [-1, 'Ny i kvarteret', { name: 'Granne', from: 100, left: 101 }],
])('the level of %i earned points is "%s"', (earned, name, next) => {
  expect(levelOf(earned)).toMatchObject({ name, next })
})
