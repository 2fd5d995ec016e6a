import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { notThere } from '~/shared/outcome'
import { exportAccount } from '~/shell/leaving/export-account.server'
import {
  addService,
  bookingsOf,
  bookingValues,
  joinNear,
  openShop,
  type Shop,
  seenOf,
  setClock,
} from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { proposeTime } from '../change/propose-time.server'
import { readCompanyWeek } from '../week/read-company-week.server'
import { declineOfferedTime, leaveWait, takeOfferedTime } from './answer-offer.server'
import { askForTime } from './ask-for-time.server'
import { readWaits } from './read-waits.server'
import { tendWaits } from './tend-waits.server'

const house = useHouse()
const day = '2027-02-03'
let shop: Shop
let holder: Resident
let bookingId: string
let [eva, siv] = [] as unknown as [Resident, Resident]

/** The company is open for one hour a day, and that hour is booked. */
beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  shop = await openShop(house, { hours: ['10:00', '11:00'] })
  holder = await joinNear(house, shop)
  bookingId = valueFrom(await requestBooking(house, holder.signedIn, bookingValues(shop.serviceId, day, '10:00'))).id
  eva = await joinNear(house, shop)
  siv = await joinNear(house, shop)
  await house.deliver()
})

const wish = (given: Record<string, string> = {}) => ({
  key: randomUUID() as string,
  service: shop.serviceId,
  from: day,
  to: day,
  part: 'any',
  early: 'on',
  ...given,
})
const ask = (who: Resident, given: Record<string, string> = {}) => askForTime(house, who.signedIn, wish(given))
const bothWait = async () => {
  valueFrom(await ask(eva))
  house.clock.forward({ minutes: 1 })
  valueFrom(await ask(siv))
}
const free = async () => {
  valueFrom(await cancelBooking(house, holder.signedIn, { id: bookingId, understood: 'on' }))
  await tendWaits(house)
}
const offersOf = async (who: Resident) => (await readWaits(house, who.signedIn)).offers
const offerOf = async (who: Resident) => {
  const [offer] = await offersOf(who)
  if (!offer) throw new Error('nothing is offered')
  return offer
}
const take = (who: Resident, id: string, given: Record<string, string> = {}) =>
  takeOfferedTime(house, who.signedIn, { id, seen: seenOf(shop.serviceId), address: 'Provgatan 1', ...given })
const subjectsTo = async ({ email }: Resident) =>
  (await house.deliver()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
const rows = () => house.db.selectFrom('offered_times').selectAll().where('company_id', '=', shop.companyId).execute()
const hours = (change: { opens?: string; closes: string }) =>
  house.db.updateTable('opening_hours').set(change).where('company_id', '=', shop.companyId).execute()
const hands = () => house.db.updateTable('companies').set({ capacity: 2 }).where('id', '=', shop.companyId).execute()

test('a freed time is offered to the member who has waited longest, held for them and booked when they take it', async () => {
  await bothWait()
  await tendWaits(house)
  expect([await offersOf(eva), await offersOf(siv)]).toEqual([[], []])
  house.told.length = 0
  await free()
  expect(house.told).toContainEqual({
    to: expect.arrayContaining([`person:${eva.signedIn.person.id}`]),
    about: 'bookings',
  })
  const offer = await offerOf(eva)
  expect(offer).toMatchObject({
    title: 'Hemstäd',
    when: { day: 'onsdag 3 februari' },
    until: 'fredag 29 januari kl. 12.01',
  })
  expect(await offersOf(siv)).toEqual([])
  const told = await house.deliver()
  expect(told.filter(({ subject }) => subject.startsWith('En tid är ledig')).map(({ recipient }) => recipient)).toEqual(
    [eva.email],
  )
  // While the time is held nobody else can book it, not even the next in line.
  const values = bookingValues(shop.serviceId, day, '10:00')
  expect(refusalFrom(await requestBooking(house, siv.signedIn, values)).fields.start).toMatch(/hann bli bokad/)
  const { id } = valueFrom(await take(eva, offer.id))
  expect((await bookingsOf(house, shop.companyId)).filter(({ status }) => status !== 'cancelled')).toMatchObject([
    { id, key: offer.id, customer_id: eva.signedIn.person.id, status: 'pending', address: 'Provgatan 1' },
  ])
  // A second press returns the same booking, and the member has left the list.
  expect(valueFrom(await take(eva, offer.id))).toEqual({ id })
  expect(await readWaits(house, eva.signedIn)).toEqual({ offers: [], waits: [] })
  expect((await readWaits(house, siv.signedIn)).waits).toHaveLength(1)
})

describe('the time is offered to the next member', () => {
  beforeEach(async () => {
    await bothWait()
    await free()
  })

  test('when one declines, who is not offered that time again', async () => {
    const { id } = await offerOf(eva)
    valueFrom(await declineOfferedTime(house, eva.signedIn, { id }))
    expect(house.woken).toContain('waiting list')
    expect(house.told).toContainEqual({ to: [`company:${shop.companyId}`], about: 'bookings' })
    await tendWaits(house)
    expect(await offersOf(eva)).toEqual([])
    const next = await offerOf(siv)
    valueFrom(await declineOfferedTime(house, siv.signedIn, { id: next.id }))
    await tendWaits(house)
    expect([await offersOf(eva), await offersOf(siv)]).toEqual([[], []])
    // Nobody is left on the list, so the time can be booked by anybody.
    valueFrom(await requestBooking(house, holder.signedIn, bookingValues(shop.serviceId, day, '10:00')))
  })

  test('when the first has not answered in two hours, whose late answer is refused', async () => {
    const { id } = await offerOf(eva)
    house.clock.forward({ hours: 2 })
    expect(await offersOf(eva)).toEqual([])
    expect(refusalFrom(await take(eva, id)).message).toMatch(/hålls inte för dig längre/)
    await tendWaits(house)
    expect(await offerOf(siv)).toMatchObject({ when: { span: '10.00–11.00' } })
    expect(refusalFrom(await take(eva, id)).message).toMatch(/hålls inte för dig längre/)
  })

  test('when the first leaves the list; deleting an account deletes its offer', async () => {
    const [wait] = (await readWaits(house, eva.signedIn)).waits
    valueFrom(await leaveWait(house, eva.signedIn, { id: wait?.id ?? '' }))
    await tendWaits(house)
    expect(await offersOf(siv)).toHaveLength(1)
    await house.db.deleteFrom('profiles').where('id', '=', siv.signedIn.person.id).execute()
    expect(await rows()).toEqual([])
  })
})

test('a time that is freed at night is held, and announced once in the morning', async () => {
  await bothWait()
  setClock('2027-01-29T22:30:00Z')
  await free()
  expect(await subjectsTo(eva)).toEqual([])
  expect(await offersOf(eva)).toMatchObject([{ until: 'lördag 30 januari kl. 09.00' }])
  setClock('2027-01-30T05:59:00Z')
  await tendWaits(house)
  expect(await subjectsTo(eva)).toEqual([])
  setClock('2027-01-30T06:00:00Z')
  house.told.length = house.woken.length = 0
  await tendWaits(house)
  await tendWaits(house)
  expect(house.told.map(({ to }) => to)).toEqual([[`person:${eva.signedIn.person.id}`, `company:${shop.companyId}`]])
  expect(house.woken).toEqual(['messages'])
  expect(await subjectsTo(eva)).toEqual(['En tid är ledig: Hemstäd ons 3 feb. kl. 10.00'])
})

test.each([
  ['the company opens more hours', () => hours({ closes: '12:00' })],
  ['the company has more capacity', hands],
])('a time is offered at the next check when %s', async (_, open) => {
  await bothWait()
  await open()
  await tendWaits(house)
  expect(await offersOf(eva)).toEqual([])
  house.clock.forward({ minutes: 6 })
  await tendWaits(house)
  expect(await offersOf(eva)).toHaveLength(1)
  expect(await offersOf(siv)).toEqual([])
})

test('the old time of a moved booking is offered', async () => {
  await bothWait()
  await house.db
    .updateTable('bookings')
    .set({ scheduled_at: '2027-02-04T09:00:00Z', ends_at: '2027-02-04T10:00:00Z', busy_until: '2027-02-04T10:00:00Z' })
    .where('id', '=', bookingId)
    .execute()
  await tendWaits(house)
  expect(await offersOf(eva)).toHaveLength(1)
})

describe('a wait ends', () => {
  test('when its days have passed, and the member is told', async () => {
    valueFrom(await ask(eva))
    setClock('2027-02-03T23:01:00Z')
    await tendWaits(house)
    expect((await readWaits(house, eva.signedIn)).waits).toEqual([])
    expect(await subjectsTo(eva)).toEqual(['Väntelistan: Hemstäd'])
  })

  test('when the service can no longer be booked, and the member is told', async () => {
    await bothWait()
    await free()
    await house.deliver()
    await house.db.updateTable('services').set({ active: false }).where('id', '=', shop.serviceId).execute()
    house.clock.forward({ minutes: 6 })
    await tendWaits(house)
    expect(await subjectsTo(siv)).toEqual(['Väntelistan: Hemstäd'])
    // The offer to the other member cannot be accepted, and ends at its deadline.
    expect(await offersOf(eva)).toEqual([])
    house.clock.forward({ hours: 2 })
    await tendWaits(house)
    await tendWaits(house)
    expect((await readWaits(house, eva.signedIn)).waits).toEqual([])
  })

  test('when the member books the service on one of its days', async () => {
    valueFrom(await ask(eva))
    await hands()
    valueFrom(await requestBooking(house, eva.signedIn, bookingValues(shop.serviceId, '2027-02-04', '10:00')))
    expect((await readWaits(house, eva.signedIn)).waits).toHaveLength(1)
    valueFrom(await requestBooking(house, eva.signedIn, bookingValues(shop.serviceId, day, '10:00')))
    expect((await readWaits(house, eva.signedIn)).waits).toEqual([])
  })
})

describe('asking to wait', () => {
  test('is idempotent with the same form, and refused for a service that one waits for already', async () => {
    const form = wish()
    for (let press = 0; press < 2; press++) valueFrom(await askForTime(house, eva.signedIn, form))
    expect((await readWaits(house, eva.signedIn)).waits).toHaveLength(1)
    expect(refusalFrom(await ask(eva)).message).toMatch(/Lämna väntelistan först/)
  })

  test('is refused while a time is free on those days, and names it', async () => {
    expect(refusalFrom(await ask(eva, { to: '2027-02-04' })).message).toMatch(
      /ledig tid för Hemstäd de dagarna: torsdag 4 februari kl\. 10\.00/,
    )
  })

  test.each<[Record<string, string>, string]>([
    [{ to: '2027-02-02' }, 'to'],
    [{ from: '2027-01-01', to: '2027-01-02' }, 'to'],
    [{ to: '2027-09-01' }, 'to'],
    [{ from: '' }, 'from'],
    [{ part: 'constructor' }, 'part'],
    [{ early: '' }, 'early'],
  ])('with %o is refused at its field', async (given, field) => {
    expect(Object.keys(refusalFrom(await ask(eva, given)).fields)).toEqual([field])
  })

  test('is refused from another postcode, and nobody can answer another member’s offer', async () => {
    const stranger = await joinNear(house, await openShop(house))
    expect(refusalFrom(await ask(stranger)).message).toMatch(/går inte längre att boka/)
    await bothWait()
    await free()
    const { id } = await offerOf(eva)
    expect(refusalFrom(await take(siv, id)).message).toMatch(/hålls inte/)
    for (const deed of [declineOfferedTime, leaveWait]) {
      await deed(house, siv.signedIn, { id })
      expect(await deed(house, siv.signedIn, { id: 'x' })).toEqual(notThere)
    }
    expect(await offersOf(eva)).toHaveLength(1)
  })
})

describe('race conditions', () => {
  test('concurrent processes offer a time once, and tell of it once', async () => {
    await bothWait()
    valueFrom(await cancelBooking(house, holder.signedIn, { id: bookingId, understood: 'on' }))
    await Promise.all(Array.from({ length: 4 }, () => tendWaits(house)))
    expect(await rows()).toHaveLength(1)
    expect((await subjectsTo(eva)).filter((subject) => subject.startsWith('En tid'))).toHaveLength(1)
  })

  test('the member with the offer gets the time once, also against concurrent bookings by others', async () => {
    await bothWait()
    await free()
    const { id } = await offerOf(eva)
    const values = () => bookingValues(shop.serviceId, day, '10:00')
    await Promise.all(
      Array.from({ length: 10 }, () => [
        take(eva, id),
        requestBooking(house, siv.signedIn, values()),
        tendWaits(house),
      ]).flat(),
    )
    const booked = (await bookingsOf(house, shop.companyId)).filter(({ status }) => status !== 'cancelled')
    expect(booked).toMatchObject([{ customer_id: eva.signedIn.person.id }])
  })

  test('the database refuses a booking over an offered time, and an offer over a booking', async () => {
    await bothWait()
    await free()
    const [offer] = await rows()
    const held = { company_id: shop.companyId, lane: 1, busy_until: '2027-02-03T10:00:00Z' }
    const [old] = await bookingsOf(house, shop.companyId)
    const { id: _id, key: _key, busy: _span, ...copy } = old as NonNullable<typeof old>
    const again = { ...copy, status: 'pending', cancelled_at: null, cancelled_by: null } as const
    const insert = () =>
      house.db
        .insertInto('bookings')
        .values({ ...again, key: randomUUID() })
        .execute()
    await expect(insert()).rejects.toMatchObject({ constraint: 'bookings_never_twice' })
    await house.db.deleteFrom('offered_times').where('company_id', '=', shop.companyId).execute()
    await insert()
    const { busy: _busy, ...again2 } = offer as NonNullable<typeof offer>
    const offerIt = house.db
      .insertInto('offered_times')
      .values({ ...again2, ...held })
      .execute()
    await expect(offerIt).rejects.toMatchObject({ constraint: 'bookings_never_twice' })
  })

  test('the database accepts one of a booking and an offer that are written concurrently without locks', async () => {
    await bothWait()
    await free()
    const [offer] = await rows()
    const [old] = await bookingsOf(house, shop.companyId)
    await house.db.deleteFrom('offered_times').where('company_id', '=', shop.companyId).execute()
    const { busy: _held, ...offered } = offer as NonNullable<typeof offer>
    const { id: _id, key: _key, busy: _span, ...copy } = old as NonNullable<typeof old>
    const booking = { ...copy, key: randomUUID(), status: 'pending', cancelled_at: null, cancelled_by: null } as const
    // Both transactions write before either commits.
    const bothWrote = Promise.withResolvers<void>()
    let wrote = 0
    const write = (insert: (db: Database) => Promise<unknown>) =>
      house.db.transaction().execute(async (db) => {
        await insert(db)
        if (++wrote === 2) bothWrote.resolve()
        await bothWrote.promise
      })
    const ended = await Promise.allSettled([
      write((db) => db.insertInto('bookings').values(booking).execute()),
      write((db) => db.insertInto('offered_times').values(offered).execute()),
    ])
    expect(ended.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { constraint: 'bookings_never_twice' } },
    ])
  })

  test('jobs and offered times are moved between lanes together to make room', async () => {
    await bothWait()
    await free()
    await hands()
    await hours({ opens: '08:00', closes: '18:00' })
    // The offered time in lane 1 and the next job in lane 2: no single lane is free for two hours.
    valueFrom(await requestBooking(house, holder.signedIn, bookingValues(shop.serviceId, day, '11:00')))
    await house.db
      .updateTable('bookings')
      .set({ lane: 2 })
      .where('company_id', '=', shop.companyId)
      .where('status', '=', 'pending')
      .execute()
    const long = await addService(house, shop.companyId, { duration_min: 120 })
    valueFrom(await requestBooking(house, siv.signedIn, bookingValues(long, day, '10:00')))
    expect((await rows()).map(({ lane }) => lane)).toEqual([1])
    const open = (await bookingsOf(house, shop.companyId)).filter(({ status }) => status !== 'cancelled')
    expect(open.map(({ lane }) => lane)).toEqual([2, 1])
  })
})

test('a company cannot propose a time that is held, and is told why', async () => {
  await bothWait()
  await hours({ closes: '18:00' })
  const other = valueFrom(await requestBooking(house, holder.signedIn, bookingValues(shop.serviceId, day, '15:00'))).id
  await free()
  const start = '2027-02-03T09:00:00Z'
  const proposed = await proposeTime(house, shop.owner.signedIn, { id: other, start })
  expect(refusalFrom(proposed).fields.start).toMatch(/hålls den för någon/)
})

test('the data export contains waits and offered times', async () => {
  await bothWait()
  await free()
  const file = await exportAccount(house, eva.signedIn)
  expect(file?.väntelistor).toMatchObject([
    { tjänst: 'Hemstäd', frånDag: day, närPåDagen: 'Hela dagen', erbjudnaTider: [{ svar: null }] },
  ])
})

test('the company sees in its week until when a time is held, but not for whom', async () => {
  await bothWait()
  await free()
  const { signedIn } = shop.owner
  const jobsOf = async () =>
    (await readCompanyWeek(house, signedIn, new URLSearchParams({ dag: day }))).days.flatMap(({ jobs }) => jobs)
  const offer = await offerOf(eva)
  const held = { starts: '10.00', ends: '11.00', status: null, customer: null }
  expect(await jobsOf()).toMatchObject([{ ...held, heldUntil: expect.stringMatching(/ kl\. \d\d\.\d\d$/) }])
  valueFrom(await take(eva, offer.id))
  expect(await jobsOf()).toMatchObject([{ starts: '10.00', status: 'pending', heldUntil: null }])
})
