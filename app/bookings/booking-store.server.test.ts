import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, placeVisit, type Shop, setClock } from '../../test/support/bookings'
import { useHouse, useTakenBack } from '../../test/support/house'
import {
  changeBooking,
  changeBookings,
  forgetCustomer,
  lockBooking,
  markSaid,
  moveToLanes,
  readAhead,
  readBooking,
  readBookingsWhole,
  readByKey,
  readHeld,
  readHeldOf,
  readLastAddress,
  readLinked,
  readOwnBetween,
} from './booking-store.server'
import {
  forgetMessages,
  insertMessage,
  readEndOf,
  readMessages,
  readMessagesWhole,
} from './messages/message-store.server'
import {
  endDispute,
  forgetDisputes,
  openDispute,
  readDisputes,
  readOpenDisputesOf,
  readPaymentFacts,
  sayPaid,
  writeDecision,
} from './paying/job-payment-store.server'
import { insertOffer, insertWait } from './waiting/wait-store.server'

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
const row = (id: string) => house.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** A time held for a member on the waiting list. */
async function offer({ companyId, serviceId }: Shop, startsAt: Date, given: { answer?: 'declined' } = {}) {
  const wait = { id: crypto.randomUUID(), customer_id: siv, company_id: companyId, service_id: serviceId }
  const days = { from_day: '2027-02-01', to_day: '2027-02-28', part: 'any', early_start: 'ja', asked_at: now } as const
  const known = await house.db.selectFrom('booking_waits').select('id').where('service_id', '=', serviceId).execute()
  const wait_id = known[0]?.id ?? (await insertWait(house.db, { ...wait, service_title: 'Hemstäd', ...days })) ?? ''
  const endsAt = new Date(startsAt.getTime() + 3_600_000)
  const held = { starts_at: startsAt, ends_at: endsAt, busy_until: endsAt, lane: 3, until_at: startsAt }
  return insertOffer(house.db, { wait_id, company_id: companyId, offered_at: now, tell_at: now, ...held, ...given })
}

describe('the held times of a company', () => {
  test('are its jobs that overlap the time, buffers included, and the times offered from the waiting list', async () => {
    const buffered = await place(at('05', '08:00'), { busy_until: at('05', '09:30') })
    await place(at('05', '08:00'), { lane: 2 })
    const inside = await place(at('05', '10:00'), { status: 'pending', customer_id: siv })
    await place(at('05', '11:00'), { lane: 2, status: 'cancelled' })
    const done = await place(at('05', '11:00'), { status: 'completed' })
    await place(at('05', '12:00'))
    await placeBooking(house, other, eva, at('05', '10:00'))
    const held = await offer(shop, at('05', '11:30'))
    await offer(shop, at('05', '10:00'), { answer: 'declined' })
    await offer(other, at('05', '11:00'))
    const [from, to] = [at('05', '09:00').getTime(), at('05', '12:00').getTime()]
    const found = await readHeld(house.db, shop.companyId, from, to)
    expect(ids(found).sort()).toEqual([buffered, inside, done, held].sort())
    expect(found).toContainEqual({
      id: inside,
      lane: 1,
      customerId: siv,
      from: at('05', '10:00').getTime(),
      to: at('05', '11:00').getTime(),
    })
    expect(found).toContainEqual({
      id: held,
      lane: 3,
      customerId: null,
      from: at('05', '11:30').getTime(),
      to: at('05', '12:30').getTime(),
    })
    // Linked through the held time, which ends after noon, the next job is included as well.
    const linked = await readLinked(house.db, shop.companyId, from, to)
    expect(linked).toHaveLength(6)
    // Follows jobs that extend beyond the stretch at only one of its ends.
    const linkedTo = async (start: string, end: string) =>
      (await readLinked(house.db, shop.companyId, at('05', start).getTime(), at('05', end).getTime())).length
    expect([await linkedTo('10:00', '11:30'), await linkedTo('09:00', '09:30')]).toEqual([4, 2])
    expect(await readHeld(house.db, shop.companyId, at('05', '20:00').getTime(), at('05', '21:00').getTime())).toEqual(
      [],
    )
    expect((await readLinked(house.db, other.companyId, from, to)).map(({ from: start }) => start).sort()).toEqual([
      at('05', '10:00').getTime(),
      at('05', '11:00').getTime(),
    ])
  })

  test('are read for several companies at once, of those companies and days only', async () => {
    await place(at('04', '17:59'))
    const long = await place(at('04', '18:00'), { lane: 2, minutes: 840 })
    const own = await place(at('05', '12:00'))
    await place(at('06', '12:00'))
    await place(at('05', '14:00'), { status: 'cancelled' })
    await placeBooking(house, other, eva, at('05', '15:00'))
    await offer(shop, at('05', '16:00'))
    await offer(shop, at('05', '17:00'), { answer: 'declined' })
    await offer(other, at('05', '18:00'))
    const read = async (companies: readonly string[]) => {
      const held = await readHeldOf(house.db, companies, at('05', '12:00').getTime(), at('06', '12:00').getTime())
      return held.map(({ companyId, from }) => [companyId === shop.companyId, new Date(from)]).sort()
    }
    const [longs, owns] = [(await row(long)).scheduled_at, (await row(own)).scheduled_at]
    const mine = [longs, owns, at('05', '16:00')].map((from) => [true, from])
    expect(await read([shop.companyId])).toEqual(mine.sort())
    const theirs = [at('05', '15:00'), at('05', '18:00')].map((from) => [false, from])
    expect(await read([other.companyId, shop.companyId])).toEqual([...mine, ...theirs].sort())
    expect(await read([])).toEqual([])
  })

  test('are moved between lanes together, jobs and offered times, and no others are', async () => {
    const [one, two, still] = [await place(at('05')), await place(at('05'), { lane: 2 }), await place(at('06'))]
    const held = await offer(shop, at('07'))
    const job = await place(at('07'))
    const moves = { [one]: 2, [two]: 1, [held]: 1, [job]: 3 }
    await moveToLanes(
      house.db,
      Object.entries(moves).map(([id, lane]) => ({ id, lane, from: 0, to: 0 })),
    )
    const lanes = await house.db
      .selectFrom('bookings')
      .select(['id', 'lane'])
      .where('company_id', '=', shop.companyId)
      .execute()
    expect(new Map(lanes.map(({ id, lane }) => [id, lane]))).toEqual(
      new Map([
        [one, 2],
        [two, 1],
        [still, 1],
        [job, 3],
      ]),
    )
    expect(await house.db.selectFrom('offered_times').select('lane').where('id', '=', held).execute()).toEqual([
      { lane: 1 },
    ])
  })
})

describe('the bookings of a person', () => {
  test('readByKey finds a booking by its idempotency key, only for the person who sent it', async () => {
    const id = await place(at('05'))
    const { key } = await row(id)
    expect(await readByKey(house.db, key, eva)).toMatchObject({ id })
    expect([await readByKey(house.db, key, siv), await readByKey(house.db, crypto.randomUUID(), eva)]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('readLastAddress returns the address of the latest job that has one', async () => {
    expect(await readLastAddress(house.db, eva)).toBeNull()
    await place(at('06'), { address: 'Nyss 2' })
    await place(at('05'), { address: 'Förr 1' })
    await place(at('07'), { address: null, place: 'company' })
    await placeBooking(house, shop, siv, at('08'), { address: 'Annan 3' })
    expect([await readLastAddress(house.db, eva), await readLastAddress(house.db, siv)]).toEqual(['Nyss 2', 'Annan 3'])
  })

  test('readOwnBetween returns the person’s open bookings that overlap the time', async () => {
    await place(at('05', '10:00'), { service_title: 'sist', status: 'pending' })
    await place(at('05', '09:00'), { service_title: 'först' })
    await place(at('05', '08:59'), { service_title: 'före', lane: 2 })
    await place(at('05', '11:00'), { service_title: 'vid slutet' })
    await place(at('05', '09:30'), { service_title: 'av', status: 'cancelled' })
    await place(at('05', '09:30'), { service_title: 'klar', status: 'completed', lane: 3 })
    await placeBooking(house, other, siv, at('05', '10:00'))
    const own = await readOwnBetween(house.db, eva, at('05', '09:00'), at('05', '11:00'))
    expect(own.map(({ title }) => title)).toEqual(['först', 'sist'])
    expect(own[0]).toEqual({
      title: 'först',
      startsAt: at('05', '09:00'),
      endsAt: at('05', '10:00'),
      companyName: 'Lind Städ AB',
    })
  })

  test('readAhead returns open bookings whose time or proposed time is to come and of which nothing is said', async () => {
    const soon = await place(at('03', '09:01'))
    const asked = await place(at('03', '08:00'), {
      lane: 2,
      proposed_at: at('09'),
      proposed_by: 'member',
      status: 'pending',
    })
    await place(at('03', '09:00'), { lane: 3 })
    await place(at('03', '07:00'), { lane: 2, proposed_at: now, proposed_by: 'member' })
    await place(at('06'), { status: 'cancelled' })
    await place(at('07'), { said: 'complete', said_at: at('07') })
    await placeBooking(house, other, siv, at('08'))
    const theirs = await placeBooking(house, shop, siv, at('09'))
    const ofShop = (...ids: string[]) => ids.sort().map((id) => ({ id, companyId: shop.companyId }))
    expect(await readAhead(house.db, eva, now)).toEqual(ofShop(soon, asked))
    expect(await readAhead(house.db, shop.owner.signedIn.person.id, now)).toEqual(ofShop(soon, asked, theirs))
    const others = await readAhead(house.db, other.owner.signedIn.person.id, now)
    expect(others).toMatchObject([{ companyId: other.companyId }])
  })

  test('forgetCustomer erases what the person wrote, and nothing that others wrote', async () => {
    const own = { address: 'Provgatan 1', phone: '+46701740644', note: 'Hund' }
    const off = { ...own, status: 'cancelled', reason: 'Hinner inte' } as const
    const [kept, byThem] = [await placeBooking(house, shop, siv, at('05'), own), await place(at('06'), off)]
    const byCompany = await place(at('07'), { ...off, cancelled_by: 'company' })
    await forgetCustomer(house.db, eva)
    expect(await row(byThem)).toMatchObject({ address: null, phone: null, note: '', reason: null })
    expect(await row(byCompany)).toMatchObject({ address: null, note: '', reason: 'Hinner inte' })
    expect(await row(kept)).toMatchObject(own)
  })
})

test('a change increments the sequence of the named bookings only; what a company has said does not', async () => {
  const [one, two, still] = [await place(at('05')), await place(at('06')), await place(at('07'))]
  const later = at('03', '09:30')
  await changeBooking(house.db, one, { note: 'Ny' }, later)
  await changeBookings(house.db, [{ id: one }, { id: two }], { note: 'Båda' }, later)
  const seen = await Promise.all([one, two, still].map(row))
  expect(seen.map(({ note, sequence, changed_at }) => [note, sequence, changed_at])).toEqual([
    ['Båda', 2, later],
    ['Båda', 1, later],
    ['', 0, now],
  ])
  await markSaid(house.db, two, { deed: 'complete', at: at('06') })
  expect((await readBooking(house.db, two))?.said).toEqual({ deed: 'complete', at: at('06') })
  expect([(await row(two)).sequence, (await readBooking(house.db, one))?.said]).toEqual([1, null])
  await markSaid(house.db, two, null)
  expect((await readBooking(house.db, two))?.said).toBeNull()
})

test('readBooking and lockBooking return both sides, the amounts and the times', async () => {
  const withdrawn = { status: 'cancelled', confirmed_at: now, withdrawn_at: now, withdrawal_due_cents: 0 } as const
  const id = await place(at('05'), { ...withdrawn, busy_until: at('05', '11:30'), note: 'Hund' })
  expect(await readBooking(house.db, id)).toMatchObject({
    bufferMin: 30,
    durationMin: 60,
    customerPaysOre: 1_000_00,
    feeOre: 50_00,
    providerGetsOre: 950_00,
    withdrawal: { at: now, dueOre: 0 },
    customer: { id: eva, name: 'Eva Lind' },
    company: { id: shop.companyId, name: 'Lind Städ AB', ownerId: shop.owner.signedIn.person.id },
  })
  expect(await lockBooking(house.db, id)).toEqual(await readBooking(house.db, id))
  for (const read of [readBooking, lockBooking]) expect(await read(house.db, crypto.randomUUID())).toBeUndefined()
  const nobodys = await readBooking(house.db, await placeBooking(house, shop, null, at('06')))
  expect(nobodys).toMatchObject({ customer: null, withdrawal: null, proposal: null, said: null })
  const whole = await readBookingsWhole(house.db, eva)
  expect(whole).toMatchObject([{ id, company_name: 'Lind Städ AB', member_said_at: null, corrected_cents: null }])
  expect(await readBookingsWhole(house.db, siv)).toEqual([])
})

test('disputes are read oldest first or by their two sides, and end only once', async () => {
  const [first, second, theirs] = [
    await place(at('01'), { status: 'completed' }),
    await place(at('02'), { status: 'completed' }),
    await placeBooking(house, other, siv, at('02'), { status: 'completed' }),
  ]
  const { db } = house
  // Not a dispute: a payment that one side has stated.
  await sayPaid(db, await place(at('02', '14:00'), { status: 'completed' }), 'member', now)
  await openDispute(db, second, 'member', 'Inte klart', at('03', '10:00'))
  await openDispute(db, first, 'company', 'Inte betalt', at('03', '11:00'))
  await openDispute(db, theirs, 'member', 'Repor', at('03', '12:00'))
  await sayPaid(db, first, 'member', now)
  expect(ids(await readDisputes(db, 9))).toEqual([second, first, theirs])
  const [oldest] = await readDisputes(db, 1)
  expect(oldest).toMatchObject({
    id: second,
    by: 'member',
    text: 'Inte klart',
    customerName: 'Eva Lind',
    customerPaysOre: 1_000_00,
  })
  expect(await readOpenDisputesOf(db, eva, [])).toEqual([first, second].sort())
  expect(await readOpenDisputesOf(db, siv, [shop.companyId])).toEqual([first, second, theirs].sort())
  expect(await readOpenDisputesOf(db, shop.owner.signedIn.person.id, [other.companyId])).toEqual([theirs])

  await endDispute(db, second, 'agreed', now)
  await endDispute(db, second, 'left', at('04'))
  expect((await readPaymentFacts(db, second)).dispute?.ended).toBe('agreed')
  expect(ids(await readDisputes(db, 9))).toEqual([first, theirs])
  await writeDecision(db, first, { text: 'Betala', isSettled: false, by: eva }, now)
  expect(await readPaymentFacts(db, first)).toMatchObject({
    memberSaidAt: null,
    decision: { text: 'Betala', isSettled: false },
    dispute: { ended: 'decided', text: 'Inte betalt' },
  })
  await sayPaid(db, theirs, 'company', now)
  await writeDecision(db, theirs, { text: 'Klart', isSettled: true, by: eva }, now)
  expect(await readPaymentFacts(db, theirs)).toMatchObject({ companySaidAt: now, memberSaidAt: null })
  expect(await readOpenDisputesOf(db, eva, [shop.companyId])).toEqual([])
  await forgetDisputes(db, eva)
  const texts = await Promise.all([first, second, theirs].map((id) => readPaymentFacts(db, id)))
  expect(texts.map(({ dispute }) => dispute?.text)).toEqual(['Inte betalt', null, 'Repor'])
})

test('messages are read per booking or visit, and erased with the account of the member or company', async () => {
  const { db } = house
  const alone = await place(at('05'))
  const visit = await placeVisit(house, shop, eva, at('06'), [{}, {}, {}])
  const theirs = await placeBooking(house, shop, siv, at('07'))
  const write = async (bookingId: string, body: string, by: 'member' | 'company', hour: string) =>
    insertMessage(db, { id: crypto.randomUUID(), bookingId, by, body, now: at('03', hour) })
  await write(visit[1] ?? '', 'sedan', 'company', '11:00')
  await write(visit[0] ?? '', 'först', 'member', '10:00')
  await write(alone, 'ensam', 'member', '12:00')
  await write(theirs, 'grannens', 'member', '13:00')
  await write(theirs, 'till grannen', 'company', '14:00')
  const read = async (id: string, visitId: string | null) =>
    (await readMessages(db, { id, visitId })).map(({ body }) => body)
  expect(await read(visit[2] ?? '', visit[0] ?? '')).toEqual(['först', 'sedan'])
  expect(await read(alone, null)).toEqual(['ensam'])
  expect(await readEndOf(db, { id: visit[0] ?? '', visitId: visit[0] ?? '' })).toEqual(at('06', '13:00'))
  expect(await readEndOf(db, { id: alone, visitId: null })).toEqual(at('05', '11:00'))

  const whole = async (person: string) =>
    (await readMessagesWhole(db, person)).map(({ body, as_member }) => [body, as_member])
  expect(await whole(eva)).toEqual([
    ['först', true],
    ['sedan', true],
    ['ensam', true],
  ])
  expect((await whole(shop.owner.signedIn.person.id)).map(([body]) => body)).toHaveLength(5)
  expect(await whole(other.owner.signedIn.person.id)).toEqual([])
  await forgetMessages(db, eva)
  expect([await whole(eva), await read(theirs, null)]).toEqual([[], ['grannens', 'till grannen']])
  await forgetMessages(db, other.owner.signedIn.person.id)
  expect(await read(theirs, null)).toEqual(['grannens', 'till grannen'])
  await forgetMessages(db, shop.owner.signedIn.person.id)
  expect(await read(theirs, null)).toEqual(['grannens'])
})
