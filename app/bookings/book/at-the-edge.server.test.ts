import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addService,
  bookingsOf,
  bookingValues,
  joinNear,
  openShop,
  placeBooking,
  type Shop,
  setClock,
} from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { readMove } from '../change/read-move.server'
import { readBookPage } from './read-book-page.server'
import { messages } from './refusal-words'
import { afterDatabaseError, requestBooking } from './request-booking.server'

/** Boundary cases of booking: the last minute and the last day, overlaps, and repeated presses. */
const house = useHouse()
// A Friday, 09.30 in Stockholm.
const now = new Date('2027-01-29T08:30:00Z')
const [monday, last, beyond] = ['2027-02-01', '2027-04-29', '2027-04-30']
let shop: Shop
let [eva, siv] = [] as unknown as [Resident, Resident]

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(house, { hours: ['08:00', '18:00'], capacity: 1 })
  eva = await joinNear(house, shop)
  siv = await joinNear(house, shop)
})
beforeEach(async () => {
  setClock(now.toISOString())
  await house.db.deleteFrom('bookings').execute()
  house.told.length = house.woken.length = 0
})

const ask = (day: string, time: string, given: Record<string, string> = {}, who = eva) =>
  requestBooking(house, who.signedIn, bookingValues(shop.serviceId, day, time, given))
const search = { text: '', category: null, after: null }
const chosenBy = async (day: string | null, who = eva, service = shop.serviceId) => {
  const { chosen } = await readBookPage(house, who.signedIn, { ...search, service, day })
  if (!chosen) throw new Error('nothing to book')
  return chosen
}
const at = (day: string, clock: string) => new Date(`${day}T${clock}:00Z`)

describe('the limits of when a time can be booked', () => {
  test.each([
    ['a start at this very minute', '2027-01-29', '09:30', 'redan varit'],
    ['less than two hours’ notice', '2027-01-29', '11:00', 'går inte att boka'],
    ['exactly two hours’ notice', '2027-01-29', '11:30', null],
    ['a time yesterday', '2027-01-28', '10:00', 'redan varit'],
    ['the last day that can be booked', last, '17:00', null],
    ['the day after the last one', beyond, '10:00', 'går inte att boka'],
    ['a job that ends at closing time', monday, '17:00', null],
    ['a job that ends half an hour after closing', monday, '17:30', 'går inte att boka'],
  ])('a request is accepted inside the notice, last day and opening hours only: %s', async (_, day, time, because) => {
    const answer = await ask(day, time)
    if (because === null) valueFrom(answer)
    else expect(refusalFrom(answer).fields.start).toContain(because)
    expect(await bookingsOf(house, shop.companyId)).toHaveLength(because === null ? 1 : 0)
  })

  test('the page shows the same limits, the reason for a day without times, and when early-start consent is required', async () => {
    const { first, last: end, starts } = await chosenBy('2027-01-29')
    expect([first, end, starts[0]?.label]).toEqual(['2027-01-29', last, '11.30'])
    const atLast = await chosenBy(last)
    expect([atLast.starts.at(-1)?.label, atLast.noneBecause]).toEqual(['17.00', null])
    expect(await chosenBy(beyond)).toMatchObject({ starts: [], noneBecause: 'Dagen går inte att boka' })
    // Required as long as the company's latest possible yes leaves less than fourteen days before the job.
    expect([
      (await chosenBy('2027-02-15')).asksForEarlyStart,
      (await chosenBy('2027-02-16')).asksForEarlyStart,
    ]).toEqual([true, false])
  })
})

test('a refusal names every missing field at once; early-start consent is not required a month ahead', async () => {
  expect(refusalFrom(await ask(monday, '10:00', { address: '', early: '' })).fields).toEqual({
    address: 'Fyll i adressen dit de ska komma',
    early: expect.stringContaining('Kryssa i rutan'),
  })
  valueFrom(await ask('2027-03-01', '10:00', { early: '' }))
})

test('a time that overlaps a job or its buffer is refused as taken, or as a clash with the member’s own booking', async () => {
  const busy = { busy_until: at(monday, '10:30') }
  await placeBooking(house, shop, siv.signedIn.person.id, at(monday, '09:00'), busy)
  for (const time of ['09:30', '11:00']) {
    expect(refusalFrom(await ask(monday, time)).fields.start).toMatch(/hann bli bokad/)
    expect(refusalFrom(await ask(monday, time, {}, siv)).fields.start).toMatch(/egen bokning/)
  }
  expect((await chosenBy(monday)).starts.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['09.00', '11.30', '12.00']),
  )
  valueFrom(await ask(monday, '11:30'))
  valueFrom(await ask(monday, '09:00'))
})

test('a full day is unavailable as ”Fullbokat” or as a clash with the member’s own booking', async () => {
  const whole = { minutes: 10 * 60 }
  await placeBooking(house, shop, siv.signedIn.person.id, at(monday, '07:00'), whole)
  await placeBooking(house, shop, eva.signedIn.person.id, at('2027-02-02', '07:00'), whole)
  const eves = await chosenBy(null)
  expect([eves.unavailable[monday], eves.unavailable['2027-02-02']]).toEqual([
    'Fullbokat',
    'Krockar med en egen bokning',
  ])
  const sivs = await chosenBy(null, siv)
  expect([sivs.unavailable[monday], sivs.unavailable['2027-02-02']]).toEqual([
    'Krockar med en egen bokning',
    'Fullbokat',
  ])
  // A day filled partly by the member's own booking and partly by another customer's.
  await house.db.deleteFrom('bookings').execute()
  await placeBooking(house, shop, siv.signedIn.person.id, at(monday, '07:00'), { minutes: 5 * 60 })
  await placeBooking(house, shop, eva.signedIn.person.id, at(monday, '12:00'), { minutes: 5 * 60 })
  expect((await chosenBy(null)).unavailable[monday]).toBe('Krockar med en egen bokning')
  expect((await chosenBy(monday)).wait).toBe('open')
  expect((await chosenBy('2027-02-03')).nextFree).toBe('2027-02-04')
  expect((await chosenBy(last)).nextFree).toBe('2027-01-29')
})

test('start times that clash with a booking at another company are marked, also over midnight; cancelled ones are not', async () => {
  const other = await openShop(house, { postcode: shop.postcode, capacity: 3 })
  const mine = (moment: Date, given: Parameters<typeof placeBooking>[4] = {}, who = eva) =>
    placeBooking(house, other, who.signedIn.person.id, moment, given)
  await mine(at('2027-01-31', '22:00'), { minutes: 10 * 60 })
  await mine(at(monday, '10:00'), { status: 'cancelled' })
  await mine(at(monday, '11:00'), { lane: 2 }, siv)
  await mine(at(monday, '12:00'), { lane: 3, status: 'pending' })
  const { starts, clashing } = await chosenBy(monday)
  expect(starts.filter(({ clashes }) => clashes).map(({ label }) => label)).toEqual([
    ...['08.00', '08.30'],
    ...['12.30', '13.00', '13.30'],
  ])
  expect(clashing).toHaveLength(2)
})

test('submitting the same form again is idempotent: it sends no messages, updates no pages and wakes no worker', async () => {
  const form = bookingValues(shop.serviceId, monday, '10:00')
  const { id } = valueFrom(await requestBooking(house, eva.signedIn, form))
  expect(house.told).toEqual([
    { to: [`person:${eva.signedIn.person.id}`, `company:${shop.companyId}`], about: 'bookings' },
  ])
  expect(house.woken).toEqual(['messages', 'waiting list'])
  expect(await house.deliver()).toHaveLength(2)
  house.told.length = house.woken.length = 0
  expect(valueFrom(await requestBooking(house, eva.signedIn, form)).id).toBe(id)
  expect([house.told, house.woken, await house.deliver()]).toEqual([[], [], []])
})

test('a violation of bookings_never_twice is reported as a taken time, and a lock timeout as a crowd; other database errors are rethrown', async () => {
  const refused = (constraint: string, code = '23P01') => {
    const error = new pg.DatabaseError('refused', 1, 'error')
    return Object.assign(error, { constraint, code })
  }
  const after = (error: unknown) => afterDatabaseError(error, house.db, randomUUID(), eva.signedIn.person.id)
  expect(refusalFrom(await after(refused('bookings_never_twice'))).fields.start).toMatch(/hann bli bokad/)
  expect(await after(refused('', '55P03'))).toMatchObject({ message: messages.crowded, fields: {} })
  for (const other of [refused('bookings_as_agreed'), refused('bookings_never_twice', '57P01'), new Error('away')]) {
    await expect(after(other)).rejects.toBe(other)
  }
})

test('the times to move a booking to ignore the notice and the booking itself, and exclude other bookings', async () => {
  await house.db.updateTable('services').set({ notice_hours: 72 }).where('id', '=', shop.serviceId).execute()
  const id = await placeBooking(house, shop, eva.signedIn.person.id, at(monday, '09:00'))
  await placeBooking(house, shop, siv.signedIn.person.id, at(monday, '11:00'))
  const labels = async (day: string) => {
    const move = await readMove(house, eva.signedIn, 'member', id, day)
    return 'starts' in move ? move.starts.map(({ label }) => label) : []
  }
  expect((await labels('2027-01-29'))[0]).toBe('10.00')
  expect((await labels(monday)).slice(0, 8)).toEqual([
    ...['08.00', '08.30', '09.00', '09.30', '10.30', '11.00', '13.00', '13.30'],
  ])
  expect((await labels(last)).at(-1)).toBe('17.00')
  expect(await labels(beyond)).toEqual([])
  await house.db.updateTable('services').set({ notice_hours: 2 }).where('id', '=', shop.serviceId).execute()
})

test('a page lists 24 services, and has a next page only when there are more, which begins where it ends', async () => {
  const shown = async (after: string | null = null) => {
    const page = await readBookPage(house, siv.signedIn, { ...search, service: null, day: null, after })
    return [page.services.length, page.next !== null, page.services[0]?.soonest !== null] as const
  }
  // The postcode already has services of the companies set up above.
  const [there] = await shown()
  for (let more = there; more < 24; more++) await addService(house, shop.companyId, { title: `Tjänst ${more}` })
  expect(await shown()).toEqual([24, false, true])
  await addService(house, shop.companyId, { title: 'En till' })
  expect(await shown()).toEqual([24, true, true])
  const pageAfter = (after: string | null) =>
    readBookPage(house, siv.signedIn, { ...search, service: null, day: null, after })
  const first = await pageAfter(null)
  const second = await pageAfter(first.next)
  expect([second.services.length, second.next]).toEqual([1, null])
  expect(new Set([...first.services, ...second.services].map(({ id }) => id)).size).toBe(25)
})
