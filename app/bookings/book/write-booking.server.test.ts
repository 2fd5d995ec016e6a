import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readServiceToBook } from '~/companies/public.server'
import { addService, joinNear, openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import type { Resident } from '../../../test/support/people'
import { readHeld } from '../booking-store.server'
import { bookingMoney } from '../money'
import { readVisit } from '../visit/visit-store.server'
import { insertOffer, insertWait, readWaitsOf } from '../waiting/wait-store.server'
import { EARLY_START } from '../withdrawal'
import { readHeldAndWaiting } from './book-store.server'
import { takeLane } from './take-lane.server'
import { type Priced, writeBookings } from './write-booking.server'

/** Writes of bookings compared with what is read back, and writes that must be refused without a trace. */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-01-29T09:00:00Z')
const at = (clock: string, day = '02-01') => new Date(`2027-${day}T${clock}:00Z`)
let shop: Shop
let [eva, siv] = [] as unknown as [Resident, Resident]
let [windows, hedge, paint] = ['', '', '']

beforeAll(async () => {
  shop = await openShop(real, { service: { title: 'Fönsterputs', buffer_min: 30, free_cancel_hours: 48 } })
  windows = shop.serviceId
  hedge = await addService(real, shop.companyId, { title: 'Häck', duration_min: 90, base_price_cents: 1_000_05 })
  paint = await addService(real, shop.companyId, { title: 'Färg', place: 'company', buffer_min: 15 })
  eva = await joinNear(real, shop)
  siv = await joinNear(real, shop)
})
beforeEach(() => setClock(now.toISOString()))

const priced = async (id: string): Promise<Priced> => {
  const service = await readServiceToBook(house.db, id, shop.postcode, '2027-01-28')
  if (!service) throw new Error('nothing to book')
  return { service, money: bookingMoney(service.listOre, true) }
}
const wanted = (start: Date, given: Partial<Parameters<typeof writeBookings>[3]> = {}) => ({
  key: randomUUID() as string,
  start: start.getTime(),
  address: 'Provgatan 7',
  phone: '+46701740601',
  note: 'Bakom huset',
  lapsesAt: at('08:00'),
  confirmedAt: null,
  earlyStart: null,
  earlyStartAt: null,
  endsWaitOn: null,
  ...given,
})
async function write(
  ids: [string, ...string[]],
  form: ReturnType<typeof wanted>,
  { who = eva, heldForThem = undefined as string | undefined } = {},
) {
  const [first, ...rest] = ids
  const services: [Priced, ...Priced[]] = [await priced(first)]
  for (const id of rest) services.push(await priced(id))
  const { id, name, email, phone, postcode } = who.signedIn.person
  const { held } = await readHeldAndWaiting(
    house.db,
    { companyId: shop.companyId, customerId: id },
    at('00:00').getTime(),
    at('23:00').getTime(),
  )
  return writeBookings(house.db, services, { id, name, email, phone, postcode }, form, held, now, heldForThem)
}
const all = () =>
  house.db.selectFrom('bookings').selectAll().where('company_id', '=', shop.companyId).orderBy('id').execute()

describe('writeBookings', () => {
  test.each([
    ['a request', [() => windows], {}],
    ['a confirmed booking', [() => hedge], { confirmedAt: now, earlyStart: EARLY_START, earlyStartAt: now }],
    ['a job at the company, without the address of the member', [() => paint], {}],
    ['a visit with two services', [() => hedge, () => windows], {}],
  ] as const)('returns the bookings as they are stored: %s', async (_, services, given) => {
    const form = wanted(at('09:00'), given)
    const [first = '', ...more] = services.map((id) => id())
    const written = await write([first, ...more], form)
    if (!written) throw new Error('not written')
    const [one] = written
    expect(await readVisit(house.db, one)).toEqual(written)
    const rows = await all()
    expect(rows.map(({ key }) => key === form.key)).toEqual([true, ...more.map(() => false)])
    for (const row of rows) {
      expect(row).toMatchObject({
        ...{ status: given === undefined || !('confirmedAt' in given) ? 'pending' : 'confirmed', lane: 1 },
        ...{ customer_id: eva.signedIn.person.id, postcode: shop.postcode, stripe_fee_cents: 0 },
        address: first === paint ? null : 'Provgatan 7',
        ...{ phone: form.phone, note: form.note, created_at: now, changed_at: now },
        visit_id: more.length > 0 ? one.id : null,
      })
    }
  })

  test('stores the services of a visit back to back, with the longest buffer at the end', async () => {
    const written = await write([windows, hedge], wanted(at('09:00')))
    expect((await all()).map((row) => [row.scheduled_at, row.ends_at, row.busy_until])).toEqual([
      [at('09:00'), at('10:00'), at('10:00')],
      [at('10:00'), at('11:30'), at('12:00')],
    ])
    expect(written?.map(({ bufferMin, visitId }) => [bufferMin, visitId === written[0].id])).toEqual([
      [0, true],
      [30, true],
    ])
  })
})

describe('writeBookings writes nothing', () => {
  test('for a key that was used before, by anybody, and the member stays on the waiting list', async () => {
    const form = wanted(at('09:00'), { endsWaitOn: '2027-02-01' })
    await write([windows], form, { who: siv })
    await wait(eva)
    for (const services of [[hedge, windows], [windows]] as [string, ...string[]][])
      expect(await write(services, { ...form, start: at('14:00').getTime() })).toBeNull()
    expect(await all()).toHaveLength(1)
    expect(await readWaitsOf(house.db, eva.signedIn.person.id)).toHaveLength(1)
  })

  test('when a visit does not fit as a whole, to the minute', async () => {
    await placeBooking(house, shop, siv.signedIn.person.id, at('12:00'))
    expect(await write([windows, hedge], wanted(at('09:01')))).toBeNull()
    expect(await all()).toHaveLength(1)
    // Its buffer ends exactly when the next job begins.
    expect(await write([windows, hedge], wanted(at('09:00')))).toHaveLength(2)
  })
})

const wait = (who: Resident, given: Record<string, unknown> = {}) =>
  insertWait(house.db, {
    id: randomUUID(),
    customer_id: who.signedIn.person.id,
    company_id: shop.companyId,
    service_id: windows,
    service_title: 'Fönsterputs',
    from_day: '2027-02-01',
    to_day: '2027-02-01',
    part: 'any',
    early_start: 'ja',
    asked_at: now,
    ...given,
  })

test('an offered time is held against everybody except the member it is offered to', async () => {
  const waiting = (await wait(eva)) ?? ''
  const held = { starts_at: at('09:00'), ends_at: at('10:00'), busy_until: at('10:30'), lane: 1, until_at: at('08:00') }
  const about = { wait_id: waiting, company_id: shop.companyId, offered_at: now, tell_at: now }
  const offer = await insertOffer(house.db, { ...about, ...held })
  expect(await write([windows], wanted(at('09:00')))).toBeNull()
  expect(await write([windows], wanted(at('09:00')), { heldForThem: randomUUID() })).toBeNull()
  const held_ = await readHeld(house.db, shop.companyId, at('09:00').getTime(), at('10:00').getTime())
  expect(held_.map(({ id }) => id)).toEqual([offer])
  // With the offer's id as the key, the held time can be booked by the member it is held for.
  const [booked] = (await write([windows], wanted(at('09:00'), { key: offer }), { heldForThem: offer })) ?? []
  expect(booked).toMatchObject({ startsAt: at('09:00'), customer: { id: eva.signedIn.person.id } })
})

describe('takeLane', () => {
  const company = () => ({ id: shop.companyId, capacity: 2 })
  const place = async (lane: number, from: string, to: string) => {
    const minutes = (at(to).getTime() - at(from).getTime()) / 60_000
    return placeBooking(house, shop, siv.signedIn.person.id, at(from), { lane, minutes })
  }
  const hands = (capacity: number) =>
    house.db.updateTable('companies').set({ capacity }).where('id', '=', shop.companyId).execute()
  const stretch = (from: string, to: string) => ({ from: at(from).getTime(), to: at(to).getTime() })
  const take = async (from: string, to: string, except?: string[]) => {
    const wanted = stretch(from, to)
    return takeLane(
      house.db,
      company(),
      wanted,
      await readHeld(house.db, shop.companyId, wanted.from, wanted.to),
      except,
    )
  }
  const lanes = async () => new Map((await all()).map(({ id, lane }) => [id, lane]))

  test('moves a job to another lane when there is capacity but every lane has an overlap', async () => {
    await hands(3)
    const [early, late] = [await place(1, '09:00', '10:00'), await place(2, '10:00', '11:00')]
    expect(await take('09:00', '11:00')).toBe(2)
    expect(await lanes()).toEqual(
      new Map([
        [early, 1],
        [late, 1],
      ]),
    )
  })

  test('ignores the booking that is itself being moved', async () => {
    await hands(3)
    await place(1, '09:00', '10:00')
    await place(2, '10:00', '11:00')
    const own = await place(1, '10:30', '12:00')
    expect(await take('09:00', '11:30', [own])).toBe(2)
    expect(await take('09:00', '11:30')).toBeNull()
  })

  test('moves nothing when a lane above the present capacity leaves a later job without room', async () => {
    await hands(3)
    await place(1, '09:00', '10:00')
    for (const [lane, from] of [
      [2, '10:00'],
      [1, '11:00'],
      [3, '11:00'],
    ] as const)
      await place(lane, from, '12:00')
    const before = await lanes()
    expect(await take('09:00', '11:00')).toBeNull()
    expect(await lanes()).toEqual(before)
  })
})

describe('booking a service on a day', () => {
  test.each([
    ['a wait for that day', {}, 0],
    ['a wait for several days around it', { from_day: '2027-01-31', to_day: '2027-02-02' }, 0],
    ['a wait for the day before', { from_day: '2027-01-31', to_day: '2027-01-31' }, 1],
    ['a wait for the day after', { from_day: '2027-02-02', to_day: '2027-02-02' }, 1],
  ])('ends only that member’s waits for that service that include the day: %s', async (_, days, left) => {
    await wait(eva, days)
    await wait(siv, days)
    await wait(eva, { ...days, service_id: hedge, service_title: 'Häck' })
    await write([windows], wanted(at('09:00'), { endsWaitOn: '2027-02-01' }))
    const titles = async (who: Resident) =>
      (await readWaitsOf(house.db, who.signedIn.person.id)).map(({ title }) => title).toSorted()
    expect(await titles(eva)).toEqual(left ? ['Fönsterputs', 'Häck'] : ['Häck'])
    expect(await titles(siv)).toEqual(['Fönsterputs'])
  })
})

test('readHeldAndWaiting counts one member’s pending requests at one company, and reads that company’s held times', async () => {
  const other = await openShop(real, { postcode: shop.postcode })
  const { id } = eva.signedIn.person
  const pending = { status: 'pending' } as const
  const mine = await placeBooking(house, shop, id, at('09:00'), pending)
  await placeBooking(house, shop, id, at('11:00'))
  await placeBooking(house, shop, siv.signedIn.person.id, at('13:00'), pending)
  await placeBooking(house, other, id, at('09:00'), pending)
  const read = (from: string, to: string, who = id) =>
    readHeldAndWaiting(house.db, { companyId: shop.companyId, customerId: who }, at(from).getTime(), at(to).getTime())
  expect(await read('09:59', '11:00')).toEqual({
    held: [{ id: mine, lane: 1, customerId: id, from: at('09:00').getTime(), to: at('10:00').getTime() }],
    waiting: 1,
  })
  expect(await read('10:00', '11:00', shop.owner.signedIn.person.id)).toEqual({ held: [], waiting: 0 })
})
