import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readServiceToBook } from '~/companies/public.server'
import { joinNear, openShop, placeBooking, type Shop, seenOf, setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { block, type Resident } from '../../../test/support/people'
import { seenTerms } from '../book/seen-terms'
import { readBooking } from '../booking-store.server'
import { insertWait, readWaitsOf } from '../waiting/wait-store.server'
import { EARLY_START } from '../withdrawal'
import { askForSeries, planSeries, seenDays, seenOtherDays } from './ask-for-series.server'
import { beginSeries } from './begin-series.server'
import { goOn, readComing, readOffered } from './go-on.server'
import type { Weeks } from './rhythm'
import { changeSeries, insertSeries, putInSeries, readSeries } from './series-store.server'

/** Single runs of a series, each in a transaction, and the rows afterwards. */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-01-28T09:00:00Z')
let shop: Shop
let [eva, siv] = [] as unknown as [Resident, Resident]
let evas = ''

beforeAll(async () => {
  shop = await openShop(real)
  eva = await joinNear(real, shop)
  siv = await joinNear(real, shop)
  evas = eva.signedIn.person.id
})
beforeEach(() => setClock(now.toISOString()))

const ten = (day: string) => new Date(`${day}T09:00:00Z`)
const place = (day: string, given: Parameters<typeof placeBooking>[4] = {}) =>
  placeBooking(house, shop, evas, ten(day), given)

/** A series every fourth Monday at ten from 1 February on, whose first time is booked. */
async function series(given: Record<string, unknown> = {}, day = '2027-02-01', like: Record<string, unknown> = {}) {
  const id = await insertSeries(house.db, {
    customer_id: evas,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    weeks: 4,
    start_time: '10:00',
    on_holidays: true,
    terms: seenOf(shop.serviceId),
    next_day: '2027-03-01',
    due_at: now,
    created_at: now,
    confirmed_at: now,
    ...given,
  })
  const first = await place(day, like)
  await putInSeries(house.db, first, id, day)
  return { id, first }
}
const read = async (id: string) => {
  const found = await readSeries(house.db, id)
  if (!found) throw new Error('no series')
  return found
}
const turn = async (id: string, moment = now, early: Date | null = null) =>
  goOn(house.db, await read(id), moment, early)
const madeOf = (id: string) =>
  house.db.selectFrom('bookings').selectAll().where('series_id', '=', id).orderBy('series_day').offset(1).execute()
const raise = (base_price_cents: number) =>
  house.db.updateTable('services').set({ base_price_cents }).where('id', '=', shop.serviceId).execute()
const offer = (active: boolean) =>
  house.db.updateTable('services').set({ active }).where('id', '=', shop.serviceId).execute()

test('each new booking of a series is confirmed now, copies the details of the last one and ends no wait', async () => {
  await insertWait(house.db, {
    id: crypto.randomUUID(),
    customer_id: evas,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    service_title: 'Hemstäd',
    from_day: '2027-02-01',
    to_day: '2027-04-30',
    part: 'any',
    early_start: 'ja',
    asked_at: now,
  })
  const like = { address: 'Provgatan 7', phone: '+46701740601', note: 'Bakom huset' }
  const { id } = await series({}, '2027-02-01', like)
  const { made, leftOut, asks, isOver } = await turn(id)
  const rows = await madeOf(id)
  expect(rows.map(({ series_day }) => series_day)).toEqual(['2027-03-01', '2027-03-29', '2027-04-26'])
  for (const row of rows) {
    expect(row).toMatchObject({ ...like, status: 'confirmed', customer_id: evas, service_id: shop.serviceId })
    expect(row).toMatchObject({ confirmed_at: now, lapses_at: row.scheduled_at, created_at: now, visit_id: null })
  }
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3)
  expect(made.map(({ id, seriesId }) => [id, seriesId])).toEqual(rows.map((row) => [row.id, id]))
  expect({ leftOut, asks, isOver }).toEqual({ leftOut: [], asks: null, isOver: false })
  expect(await read(id)).toMatchObject({ nextDay: '2027-05-24', dueAt: new Date('2027-02-22T23:00:00Z') })
  expect(await readWaitsOf(house.db, evas)).toHaveLength(1)
  // The returned booking equals the one read from the database.
  expect(await readBooking(house.db, made[0]?.id ?? '')).toEqual(made[0])
})

test('readComing finds occurrences that overlap another job, up to the last bookable day', async () => {
  // DST begins on 28 March.
  for (const moment of ['2027-03-01T09', '2027-03-29T08', '2027-04-26T08'])
    await placeBooking(house, shop, siv.signedIn.person.id, new Date(`${moment}:00:00Z`))
  const service = await readServiceToBook(house.db, shop.serviceId, shop.postcode, '2027-01-27')
  if (!service) throw new Error('nothing to book')
  const rhythm = { weeks: 4 as Weeks, time: '11:00', onHolidays: true }
  const coming = async (time: string, first = '2027-02-01') =>
    (await readComing(house.db, service, { ...rhythm, time }, first, now)).map(({ day, none }) => [day, none])
  expect(await coming('10:00')).toEqual([
    ['2027-03-01', 'full'],
    ['2027-03-29', 'full'],
    ['2027-04-26', 'full'],
  ])
  expect((await coming('11:00')).map(([, none]) => none)).toEqual([null, null, null])
  // Boundary: only the last day within reach is left, or none.
  expect(await coming('10:00', '2027-03-29')).toEqual([['2027-04-26', 'full']])
  expect(await coming('10:00', '2027-03-31')).toEqual([['2027-04-28', null]])
  expect(await coming('10:00', '2027-04-26')).toEqual([])
})

test('the planned days leave out holidays and taken days, and a form with other days is refused', async () => {
  const service = await readServiceToBook(house.db, shop.serviceId, shop.postcode, '2027-01-27')
  if (!service) throw new Error('nothing to book')
  const start = ten('2027-02-01').getTime()
  await placeBooking(house, shop, siv.signedIn.person.id, new Date('2027-04-26T08:00:00Z'))
  const planned = async (holidays: boolean) => planSeries(house.db, service, { start, holidays }, 4, now)
  const plan = await planned(true)
  expect(plan).toMatchObject({ day: '2027-02-01', rhythm: { weeks: 4, time: '10:00', onHolidays: true } })
  // Easter Monday (29 March) and a day that is taken (26 April).
  expect([seenDays(plan.coming), seenDays((await planned(false)).coming)]).toEqual([
    '2027-03-01 2027-03-29',
    '2027-03-01',
  ])
  expect(seenOtherDays(plan, { days: '2027-03-01 2027-03-29' })).toBeNull()
  expect(seenOtherDays(plan, { days: '2027-03-01' })?.ok).toBe(false)
})

test('nothing more is booked for a blocked or deleted member, or of a service that is not offered', async () => {
  const { id } = await series()
  const about = { customerId: evas, serviceId: shop.serviceId }
  expect((await readOffered(house.db, about, now))?.money.customerPaysOre).toBe(674_10)
  expect(await readOffered(house.db, { ...about, customerId: null }, now)).toBeNull()
  await block(house, eva, now)
  expect(await readOffered(house.db, about, now)).toBeNull()
  expect(await turn(id)).toEqual({ made: [], leftOut: [], asks: null, isOver: false })
  expect(await madeOf(id)).toEqual([])
  // The other member can still book.
  const theirs = await readOffered(house.db, { ...about, customerId: siv.signedIn.person.id }, now)
  expect(theirs?.customer).toEqual({
    id: siv.signedIn.person.id,
    name: siv.signedIn.person.name,
    email: siv.email,
    phone: siv.signedIn.person.phone,
    postcode: shop.postcode,
  })
  await offer(false)
  expect(await readOffered(house.db, { ...about, customerId: siv.signedIn.person.id }, now)).toBeNull()
})

test('nothing more is booked for somebody who is no longer a member, and the series ends with its last booking', async () => {
  const { id } = await series()
  await house.db.updateTable('profiles').set({ user_role: 'admin' }).where('id', '=', evas).execute()
  expect(await readOffered(house.db, { customerId: evas, serviceId: shop.serviceId }, now)).toBeNull()
  expect(await turn(id)).toEqual({ made: [], leftOut: [], asks: null, isOver: false })
  expect(await madeOf(id)).toEqual([])
  expect((await turn(id, new Date('2027-03-02T09:00:00Z'))).isOver).toBe(true)
})

test('a series of a paused service waits until midnight without asking, and past days are not made up for', async () => {
  const { id } = await series()
  await offer(false)
  expect(await turn(id)).toEqual({ made: [], leftOut: [], asks: null, isOver: false })
  const midnight = new Date('2027-01-28T23:00:00Z')
  expect(await read(id)).toMatchObject({ nextDay: '2027-03-01', dueAt: midnight, askedTerms: null, endedAt: null })
  // The first booking is past and nothing lies ahead. The day in between has passed and is not made up for.
  const later = new Date('2027-03-02T09:00:00Z')
  expect(await turn(id, later)).toEqual({ made: [], leftOut: [], asks: null, isOver: true })
  expect((await read(id)).nextDay).toBe('2027-03-29')
  await offer(true)
  const { made } = await turn(id, later)
  expect(made.map(({ startsAt }) => startsAt.toISOString().slice(0, 10))).toEqual([
    '2027-03-29',
    '2027-04-26',
    '2027-05-24',
  ])
})

test('changed terms are asked about once, and again when they were the old ones in between', async () => {
  const { id } = await series()
  await raise(900_00)
  const first = await turn(id)
  expect(first.asks).toMatchObject({ customerPaysOre: 810_00, durationMin: 60, freeCancelHours: 24 })
  expect((await read(id)).askedTerms).toBe(first.asks && seenTerms(first.asks))
  expect((await turn(id)).asks).toBeNull()
  await raise(950_00)
  expect((await turn(id)).asks).toMatchObject({ customerPaysOre: 855_00 })
  await raise(749_00)
  expect((await turn(id)).made).toHaveLength(3)
  expect((await read(id)).askedTerms).toBeNull()
  await raise(900_00)
  expect((await turn(id)).asks).toMatchObject({ customerPaysOre: 810_00 })
})

test('an occurrence within fourteen days is left out without early-start consent, and stores the consent with it', async () => {
  const said = await series({ next_day: '2027-02-11' })
  const { made, leftOut } = await turn(said.id)
  // The fourteenth day falls within the withdrawal period, the day after does not.
  expect(leftOut.map(({ day, none }) => [day, none])).toEqual([['2027-02-11', 'too soon']])
  expect(made.map(({ earlyStart, earlyStartAt }) => [earlyStart, earlyStartAt])).toEqual([
    [null, null],
    [null, null],
  ])
  const other = await series({ next_day: '2027-02-12', weeks: 1, start_time: '12:00' }, '2027-02-05')
  expect((await turn(other.id)).leftOut.map(({ day }) => day)).not.toContain('2027-02-12')
  const third = await series({ next_day: '2027-02-11', start_time: '14:00' }, '2027-02-03')
  const agreed = new Date('2027-01-28T08:00:00Z')
  const early = await turn(third.id, now, agreed)
  expect(early.leftOut).toEqual([])
  expect((await madeOf(third.id)).map(({ early_start, early_start_at }) => [early_start, early_start_at])).toEqual([
    [EARLY_START, agreed],
    [null, null],
    [null, null],
  ])
})

test('a series is stored as it was requested, and begun once with the time that was agreed', async () => {
  const service = await readServiceToBook(house.db, shop.serviceId, shop.postcode, '2027-01-27')
  const id = await place('2027-02-01', { status: 'pending', early_start: EARLY_START, early_start_at: now })
  const booking = await readBooking(house.db, id)
  const offered = await readOffered(house.db, { customerId: evas, serviceId: shop.serviceId }, now)
  if (!service || !booking || !offered) throw new Error('nothing to book')
  const start = ten('2027-02-01').getTime()
  const planned = await planSeries(house.db, service, { start, holidays: false }, 2, now)
  const words = await askForSeries(house.db, planned, booking, offered.terms, now)
  expect(words[0]).toMatch(/^Upprepas varannan vecka, samma tid\. Ett ja gäller alla gånger, så här långt också/)
  const row = () => house.db.selectFrom('booking_series').selectAll().executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({
    ...{ customer_id: evas, company_id: shop.companyId, service_id: shop.serviceId, weeks: 2 },
    ...{ start_time: '10:00:00', on_holidays: false, terms: seenTerms(offered.terms), next_day: '2027-02-15' },
    ...{ due_at: now, created_at: now, confirmed_at: null, ended_at: null },
  })
  const asked = await readBooking(house.db, id)
  if (!asked) throw new Error('no booking')
  // The agreed time is a day and half an hour later than the requested one.
  const moved = { scheduled_at: new Date('2027-02-02T09:30:00Z'), ends_at: new Date('2027-02-02T10:30:00Z') }
  const agreed = { ...moved, busy_until: moved.ends_at, status: 'confirmed', confirmed_at: now } as const
  await house.db.updateTable('bookings').set(agreed).where('id', '=', id).execute()
  const after = { ...asked, startsAt: moved.scheduled_at, endsAt: moved.ends_at, status: 'confirmed' } as const
  const told = await beginSeries(house.db, house.config.origin, after, now)
  expect(told[0]).toMatch(/^Upprepas varannan vecka, samma tid\. Bokat är också tis 16 feb\./)
  expect(await row()).toMatchObject({ confirmed_at: now, start_time: '10:30:00', next_day: '2027-05-11' })
  const seriesId = (await row()).id
  const first = await house.db.selectFrom('bookings').select('series_day').where('id', '=', id).executeTakeFirst()
  expect(first?.series_day).toBe('2027-02-02')
  const made = await madeOf(seriesId)
  expect(made.map(({ scheduled_at }) => scheduled_at.toISOString().slice(0, 16)).slice(0, 2)).toEqual([
    '2027-02-16T09:30',
    '2027-03-02T09:30',
  ])
  // Idempotent; and without effect on a booking that does not repeat.
  expect(await beginSeries(house.db, house.config.origin, after, now)).toEqual([])
  expect(await beginSeries(house.db, house.config.origin, { ...after, seriesId: null }, now)).toEqual([])
  expect(await madeOf(seriesId)).toHaveLength(made.length)
})

test('a yes after the price has changed books only the first time, and asks the member about the rest', async () => {
  const { id, first } = await series({ confirmed_at: null })
  const booking = await readBooking(house.db, first)
  if (!booking) throw new Error('no booking')
  await raise(900_00)
  await house.db.deleteFrom('outbox_messages').execute()
  expect(await beginSeries(house.db, house.config.origin, booking, now)).toEqual([
    'Upprepas var fjärde vecka, samma tid.',
  ])
  expect(await madeOf(id)).toEqual([])
  const told = await house.db.selectFrom('outbox_messages').select(['recipient', 'kind']).execute()
  expect(told).toEqual([{ recipient: eva.email, kind: 'booking series asked' }])
  await changeSeries(house.db, id, { ended_at: now, ended_by: 'member' })
})
