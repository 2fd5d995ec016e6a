import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addService,
  joinNear,
  openShop,
  placeBooking,
  placeVisit,
  type Shop,
  setClock,
} from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { block } from '../../../test/support/people'
import {
  countCompleted,
  hasBooked,
  readCompanyFigures,
  readCompletedSince,
  readLastAsked,
  readNewestBookings,
  readNextBooking,
  readProposalsTo,
  readToBookAgain,
} from '../week/figures-store.server'
import {
  countPending,
  readDiaryEntry,
  readEarnings,
  readForCalendar,
  readJobsBetween,
  readOpenDuring,
  readUnfinished,
} from './diary-store.server'
import { readBookedOn } from './read-booked-on.server'
import { readBookingOfCustomer } from './reviewable-store.server'

/** Two companies and two members. Each query has a row that differs in one property and must not be found. */
const real = useHouse()
const house = useTakenBack(real)
const at = (day: string, time = '10:00') => new Date(`2027-02-${day}T${time}:00Z`)
const now = at('03', '09:00')
let [shop, other] = [] as unknown as [Shop, Shop]
let [eva, siv] = ['', '']

beforeAll(async () => {
  shop = await openShop(real, { capacity: 3 })
  other = await openShop(real, { postcode: shop.postcode })
  eva = (await joinNear(real, shop)).signedIn.person.id
  siv = (await joinNear(real, shop)).signedIn.person.id
})
beforeEach(() => setClock(now.toISOString()))

const place = (startsAt: Date, given: Parameters<typeof placeBooking>[4] = {}) =>
  placeBooking(house, shop, eva, startsAt, given)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('queries of a company', () => {
  test('jobs between two times are those that overlap and are not cancelled', async () => {
    const [from, to] = [at('03', '00:00'), at('04', '00:00')]
    await place(at('02', '23:00'))
    const night = await place(at('02', '10:01'), { minutes: 840, lane: 2 })
    const asked = await place(at('03', '00:00'), { status: 'pending' })
    const late = await place(at('03', '23:59'))
    await place(at('04', '00:00'), { lane: 3 })
    await place(at('03', '12:00'), { status: 'cancelled' })
    await placeBooking(house, other, eva, at('03'))
    const same = await place(at('03', '00:00'), { lane: 3 })
    const read = async (limit: number) => ids(await readJobsBetween(house.db, shop.companyId, from, to, limit))
    expect(await read(9)).toEqual([night, asked, same, late])
    expect(await read(2)).toEqual([night, asked])
    expect(ids(await readJobsBetween(house.db, other.companyId, at('04'), at('05'), 9))).toEqual([])
  })

  test('unfinished jobs are confirmed and over, the oldest first', async () => {
    const over = await place(at('03', '08:00'))
    const older = await place(at('01'))
    await place(at('03', '08:01'), { lane: 2 })
    await place(at('02'), { status: 'pending' })
    await place(at('02', '11:00'), { status: 'completed' })
    await placeBooking(house, other, eva, at('02'))
    const read = async (limit: number) => ids(await readUnfinished(house.db, shop.companyId, now, limit))
    expect(await read(9)).toEqual([older, over])
    expect(await read(1)).toEqual([older])
  })

  test('the calendar contains cancelled bookings too, the latest first, from a given time', async () => {
    await place(at('01', '09:59'))
    const first = await place(at('01'), { lane: 2 })
    const off = await place(at('05'), { status: 'cancelled' })
    const last = await placeBooking(house, shop, siv, at('06'))
    const theirs = await placeBooking(house, other, eva, at('07'))
    const read = async (owner: { companyId: string } | { customerId: string }, limit = 9) =>
      ids(await readForCalendar(house.db, owner, at('01'), limit))
    expect(await read({ companyId: shop.companyId })).toEqual([last, off, first])
    expect(await read({ companyId: shop.companyId }, 2)).toEqual([last, off])
    expect(await read({ customerId: eva })).toEqual([theirs, off, first])
    const entry = async (owner: { companyId: string } | { customerId: string }, id: string) =>
      (await readDiaryEntry(house.db, owner, id))?.id
    expect(await entry({ customerId: eva }, first)).toBe(first)
    expect(await entry({ customerId: siv }, first)).toBe(undefined)
    expect(await entry({ companyId: other.companyId }, first)).toBe(undefined)
    const reviewable = await readBookingOfCustomer(house.db, off, eva)
    expect(reviewable).toMatchObject({ id: off, companyId: shop.companyId, startsAt: at('05'), status: 'cancelled' })
    expect([
      await readBookingOfCustomer(house.db, off, siv),
      await readBookingOfCustomer(house.db, first, eva),
    ]).toEqual([undefined, expect.objectContaining({ id: first })])
  })

  test('pending requests are counted once per visit, up to 99', async () => {
    await placeVisit(house, shop, eva, at('05'), [{ status: 'pending' }, { status: 'pending' }])
    await place(at('06'), { status: 'pending' })
    await place(at('07'))
    await placeBooking(house, other, eva, at('05'), { status: 'pending' })
    expect(await countPending(house.db, shop.companyId)).toBe(2)
    const [row] = await house.db
      .selectFrom('bookings')
      .selectAll()
      .where('scheduled_at', '=', at('06'))
      .where('company_id', '=', shop.companyId)
      .execute()
    if (!row) throw new Error('no booking')
    const { id: _id, key: _key, busy: _busy, ...copied } = row
    const many = Array.from({ length: 98 }, (_, hour) => {
      const [start, end] = [10, 11].map((plus) => new Date(at('10').getTime() + (hour + plus) * 3_600_000)) as [
        Date,
        Date,
      ]
      return { ...copied, key: crypto.randomUUID(), scheduled_at: start, ends_at: end, busy_until: end }
    })
    await house.db.insertInto('bookings').values(many).execute()
    expect(await countPending(house.db, shop.companyId)).toBe(99)
  })

  test('open bookings on days to be closed are found to the minute', async () => {
    await place(at('05', '22:00'), { service_title: 'Dagen före' })
    await place(at('05', '22:30'), { service_title: 'Över midnatt', lane: 2 })
    await place(at('06', '22:00'), { service_title: 'Sista kvällen', status: 'pending' })
    await place(at('06', '23:00'), { service_title: 'Dagen efter' })
    await place(at('06', '12:00'), { service_title: 'Genomförd', status: 'completed' })
    await place(at('06', '13:00'), { service_title: 'Avbokad', status: 'cancelled' })
    await placeBooking(house, other, eva, at('06', '14:00'))
    expect(await readBookedOn(house.db, shop.companyId, '2027-02-06', '2027-02-06')).toEqual([
      'Över midnatt fredag 5 februari kl. 23.30',
      'Sista kvällen lördag 6 februari kl. 23.00',
    ])
    const open = await readOpenDuring(house.db, other.companyId, at('06'), at('07'))
    expect(open).toEqual([{ title: 'Hemstäd', startsAt: at('06', '14:00') }])
  })

  test('earnings are of that company only, by month, from a given month', async () => {
    const months = ['2026-12-01', '2027-02-01', '2027-01-01'].map((month, index) => ({
      company_id: shop.companyId,
      month,
      completed: index + 1,
      list_cents: 100,
      customer_pays_cents: 90,
      fee_cents: 5,
      provider_cents: 85,
    }))
    await house.db
      .insertInto('booking_months')
      .values([...months, { ...months[0], company_id: other.companyId, month: '2027-01-01' } as (typeof months)[0]])
      .execute()
    const read = await readEarnings(house.db, shop.companyId, '2027-01-01')
    expect(read).toEqual([
      { month: '2027-01-01', completed: 3, customerPaysOre: 90, feeOre: 5, providerGetsOre: 85 },
      { month: '2027-02-01', completed: 2, customerPaysOre: 90, feeOre: 5, providerGetsOre: 85 },
    ])
    const figures = await readCompanyFigures(house.db, shop.companyId, now)
    expect(figures).toEqual({ pending: 0, upcoming: 0, providerGetsOre: 85, completedThisMonth: 2 })
    expect(await readCompanyFigures(house.db, other.companyId, now)).toMatchObject({
      ...{ completedThisMonth: 0, providerGetsOre: 0 },
    })
  })

  test('figures count pending visits, and confirmed ones of the next seven days', async () => {
    await placeVisit(house, shop, eva, at('20'), [{ status: 'pending' }, { status: 'pending' }])
    await placeVisit(house, shop, eva, now, [{}, {}])
    await place(at('03', '08:59'), { lane: 2 })
    await place(at('10', '08:59'))
    await place(at('10', '09:00'), { lane: 2 })
    await place(at('05'), { status: 'completed' })
    await placeBooking(house, other, eva, at('05'))
    await placeBooking(house, other, eva, at('06'), { status: 'pending' })
    expect(await readCompanyFigures(house.db, shop.companyId, now)).toMatchObject({ pending: 1, upcoming: 2 })
  })

  test('the last requests come newest first, with the services of a visit in one state as one', async () => {
    const first = await place(at('09'))
    const [visit] = await placeVisit(house, shop, siv, at('05'), [
      { service_title: 'Fönster' },
      { service_title: 'Häck' },
      { service_title: 'Gräs', status: 'cancelled' },
    ])
    await placeBooking(house, other, eva, at('05'))
    const read = await readLastAsked(house.db, shop.companyId, now, 9)
    expect(read.map(({ serviceTitle, status }) => [serviceTitle, status])).toEqual([
      ['Gräs', 'cancelled'],
      ['Fönster och Häck', 'confirmed'],
      ['Hemstäd', 'confirmed'],
    ])
    expect(read.slice(1)).toMatchObject([{ id: visit, customerName: 'Eva Lind', startsAt: at('05') }, { id: first }])
    expect(await readLastAsked(house.db, shop.companyId, now, 2)).toHaveLength(2)
  })
})

describe('queries of a member', () => {
  test('completed jobs are of that member only, from a given time, the latest first', async () => {
    const edge = await place(at('01', '00:00'), { status: 'completed' })
    const last = await place(at('02'), { status: 'completed' })
    const early = await place(new Date('2027-01-31T23:59:00Z'), { status: 'completed', lane: 2 })
    await place(at('02', '12:00'))
    await placeBooking(house, shop, siv, at('02', '14:00'), { status: 'completed' })
    const since = async (most: number) => ids(await readCompletedSince(house.db, eva, at('01', '00:00'), most))
    expect(await since(9)).toEqual([last, edge])
    expect(await since(1)).toEqual([last])
    expect([await countCompleted(house.db, eva), await countCompleted(house.db, siv)]).toEqual([3, 1])
    expect(ids(await readCompletedSince(house.db, eva, new Date(0), 9))).toEqual([last, edge, early])
    const nobody = shop.owner.signedIn.person.id
    expect([await hasBooked(house.db, eva), await hasBooked(house.db, nobody)]).toEqual([true, false])
  })

  test('the next booking is the soonest open one that has not begun', async () => {
    expect(await readNextBooking(house.db, eva, now)).toBeNull()
    await place(at('08'))
    await place(at('03', '08:59'))
    await place(at('04'), { status: 'cancelled' })
    await place(at('04', '11:00'), { status: 'completed' })
    await placeBooking(house, shop, siv, at('04', '12:00'))
    const next = await placeVisit(house, shop, eva, at('06'), [
      { status: 'pending', service_title: 'Fönster' },
      { status: 'pending' },
    ])
    expect(await readNextBooking(house.db, eva, now)).toMatchObject({
      id: next[0],
      serviceTitle: 'Fönster och Hemstäd',
      companyName: 'Lind Städ AB',
      startsAt: at('06'),
      status: 'pending',
    })
    const begins = await place(now, { lane: 2 })
    expect((await readNextBooking(house.db, eva, now))?.id).toBe(begins)
  })

  test('proposals to answer are of companies that can answer, for times to come, the earliest first', async () => {
    const propose = (day: string, proposed_at: Date, given: Parameters<typeof place>[1] = {}) =>
      place(at(day), { proposed_at, proposed_by: 'company', ...given })
    const later = await propose('10', at('12'))
    const soon = await propose('11', at('11', '12:00'), { status: 'pending' })
    await propose('12', at('11'), { proposed_by: 'member' })
    await propose('13', now)
    await placeBooking(house, shop, siv, at('14'), { proposed_at: at('15'), proposed_by: 'company' })
    const visit = { proposed_at: at('20'), proposed_by: 'company' } as const
    const [first] = await placeVisit(house, shop, eva, at('16'), [visit, visit])
    await place(at('18'))
    const read = await readProposalsTo(house.db, eva, now, 9)
    expect(read.map(({ id, proposedAt }) => [id, proposedAt])).toEqual([
      [soon, at('11', '12:00')],
      [later, at('12')],
      [first, at('20')],
    ])
    expect(ids(await readProposalsTo(house.db, eva, now, 1))).toEqual([soon])
    // A proposal cannot be accepted while nobody may act for the company.
    await block(house, shop.owner, now)
    expect(await readProposalsTo(house.db, eva, now, 9)).toEqual([])
    await block(house, shop.owner, null)
  })

  test('services to book again are the bookable ones of the latest completed jobs, each once, the latest first', async () => {
    const [lawn, gone] = [
      await addService(house, shop.companyId, { title: 'Gräs' }),
      await addService(house, shop.companyId, { title: 'Borta', active: false }),
    ]
    const again = async (most: number) =>
      (await readToBookAgain(house.db, { id: eva, postcode: shop.postcode }, most)).map(
        ({ serviceTitle }) => serviceTitle,
      )
    const done = (day: string, given: Parameters<typeof place>[1]) => place(at(day), { status: 'completed', ...given })
    await done('01', { service_id: lawn, service_title: 'Gräs' })
    const booked = await addService(house, shop.companyId, { title: 'Bara bokad' })
    await place(at('02', '14:00'), { service_id: booked, service_title: 'Bara bokad' })
    await placeBooking(house, other, siv, at('02'), { status: 'completed', service_title: 'Någon annans' })
    await done('02', { service_id: gone, service_title: 'Borta' })
    await done('01', { lane: 2, service_title: 'Hemstäd, som den hette' })
    await done('03', {})
    expect([await again(9), await again(1)]).toEqual([['Hemstäd', 'Gräs'], ['Hemstäd']])
    for (let day = 4; day < 22; day++) await done(String(day).padStart(2, '0'), {})
    expect(await again(9)).toEqual(['Hemstäd'])
  })
})

test('readNewestBookings orders bookings by when they were requested', async () => {
  const first = await place(at('20'), { created_at: at('26') })
  const last = await placeBooking(house, other, null, at('09'), { created_at: at('27') })
  const read = await readNewestBookings(house.db, 2)
  expect(read).toMatchObject([
    { id: last, at: at('27'), companyId: other.companyId, customerId: null, customerName: null },
    { id: first, at: at('26'), customerId: eva, customerName: 'Eva Lind', serviceTitle: 'Hemstäd' },
  ])
  expect(ids(await readNewestBookings(house.db, 1))).toEqual([last])
})
