import { beforeAll, beforeEach, expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, placeVisit, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { readDiaryEntry } from '../diaries/diary-store.server'
import { readVisitOf } from '../diaries/read-visit.server'
import { keepRest } from './keep-rest.server'
import { readPlaceOf, readVisit } from './visit-store.server'

/** What remains of a visit after a part is cancelled: its buffers, its lanes and the sentence in the letter. */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-01-29T09:00:00Z')
const at = (clock: string) => new Date(`2027-02-01T${clock}:00Z`)
let shop: Shop
let [eva, siv] = ['', '']

beforeAll(async () => {
  shop = await openShop(real, { capacity: 2 })
  eva = (await joinNear(real, shop)).signedIn.person.id
  siv = (await joinNear(real, shop)).signedIn.person.id
})
beforeEach(() => setClock(now.toISOString()))

type Parts = Parameters<typeof placeVisit>[4]
/** Services of an hour each from ten o'clock on, with a buffer of half an hour after the last. */
const visitOf = (parts: Parts = [{}, {}, {}]) =>
  placeVisit(
    house,
    shop,
    eva,
    at('09:00'),
    parts.map((part, index) => ({
      service_title: ['Fönster', 'Häck', 'Gräs'][index] ?? '',
      ...(index === parts.length - 1 ? { busy_until: at('12:30') } : {}),
      ...part,
    })),
  )
async function callOff(ids: readonly string[], ...which: number[]) {
  const place = await readPlaceOf(house.db, ids[0] ?? '')
  const visit = place ? await readVisit(house.db, place) : []
  const gone = visit.filter((_, index) => which.includes(index))
  const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'member' } as const
  for (const { id } of gone) await house.db.updateTable('bookings').set(ended).where('id', '=', id).execute()
  const words = await keepRest(house.db, visit, gone)
  return { words, busy: (await rows(ids)).map(({ busy_until, lane }) => [busy_until, lane]) }
}
const rows = (ids: readonly string[]) =>
  house.db
    .selectFrom('bookings')
    .select(['busy_until', 'lane', 'sequence'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()

test('cancelling the middle service gives the first its own buffer, without changing the sequence', async () => {
  const ids = await visitOf()
  expect(await callOff(ids, 1)).toEqual({
    words: ['Resten av besöket står kvar: Fönster och Gräs kl. 10.00–13.00.'],
    busy: [
      [at('10:30'), 1],
      [at('11:00'), 1],
      [at('12:30'), 1],
    ],
  })
  // The calendar's sequence is unchanged, since neither side sees the difference.
  expect((await rows(ids)).map(({ sequence }) => sequence)).toEqual([0, 0, 0])
})

test('what is left keeps its lane, a short buffer is extended, and none is added where none is required', async () => {
  const second = [{ lane: 2 }, { lane: 2 }, { lane: 2 }]
  expect((await callOff(await visitOf(second), 1)).busy.at(-1)).toEqual([at('12:30'), 2])
  await house.db.deleteFrom('bookings').execute()
  const short = await visitOf([{ busy_until: at('10:10') }, { status: 'cancelled' }, {}])
  expect((await callOff(short)).busy[0]).toEqual([at('10:30'), 1])
  await house.db.deleteFrom('bookings').execute()
  const none = await visitOf([{}, {}, { busy_until: at('12:00') }])
  expect((await callOff(none, 1)).busy).toEqual([
    [at('10:00'), 1],
    [at('11:00'), 1],
    [at('12:00'), 1],
  ])
})

test('cancelling the last service moves the buffer to the one before, and the letter leaves out completed ones', async () => {
  const ids = await visitOf([{ status: 'completed' }, { status: 'pending' }, {}])
  expect(await callOff(ids, 2)).toEqual({
    words: ['Resten av besöket står kvar: Häck kl. 11.00–12.00.'],
    busy: [
      [at('10:00'), 1],
      [at('11:30'), 1],
      [at('12:30'), 1],
    ],
  })
})

test('cancelling the whole visit leaves the buffers and adds no sentence', async () => {
  const ids = await visitOf()
  const before = (await rows(ids)).map(({ busy_until, lane }) => [busy_until, lane])
  expect(await callOff(ids, 0, 1, 2)).toEqual({ words: [], busy: before })
})

test('a restored buffer moves the service to a free lane, and is left out where no lane is free', async () => {
  const ids = await visitOf()
  await placeBooking(house, shop, siv, at('10:00'), { lane: 2 })
  const off = { status: 'cancelled', cancelled_at: now, cancelled_by: 'member' } as const
  await house.db
    .updateTable('bookings')
    .set(off)
    .where('id', '=', ids[1] ?? '')
    .execute()
  await placeBooking(house, shop, siv, at('10:00'), { lane: 1 })
  const { busy, words } = await callOff(ids)
  expect(busy[0]).toEqual([at('10:00'), 1])
  expect(words).toHaveLength(1)
  await house.db.deleteFrom('bookings').where('customer_id', '=', siv).where('lane', '=', 2).execute()
  expect((await callOff(ids)).busy[0]).toEqual([at('10:30'), 2])
})

test('the page of a visit shows what is left, what is cancelled with it and whether that is late', async () => {
  const ids = await visitOf([{ status: 'cancelled' }, {}, { free_cancel_hours: 72 }])
  const seen = async (index: number, side: 'member' | 'company' = 'member', moment = now) => {
    const booking = await readDiaryEntry(house.db, { customerId: eva }, ids[index] ?? '')
    if (!booking) throw new Error('no booking')
    return readVisitOf(house.db, { customerId: eva }, booking, side, moment)
  }
  const view = await seen(1)
  expect(view?.left).toMatchObject({ when: 'måndag 1 februari kl. 11.00–13.00', duration: '2 tim' })
  expect(view?.left && [view.left.price, view.left.providerGets]).toEqual([
    expect.stringMatching(/^2\s000\skr$/),
    expect.stringMatching(/^1\s900\skr$/),
  ])
  expect(view?.services.map(({ title, isThis }) => [title, isThis])).toEqual([
    ['Fönster', false],
    ['Häck', true],
    ['Gräs', false],
  ])
  expect([view?.others, view?.isLate]).toEqual([['Gräs'], false])
  // Free until exactly three days before the start of the last service at 12.00 local time, for the member only.
  const moment = new Date('2027-01-29T11:00:00.001Z')
  expect([
    (await seen(1, 'member', new Date('2027-01-29T11:00:00Z')))?.isLate,
    (await seen(1, 'member', moment))?.isLate,
  ]).toEqual([false, true])
  expect([(await seen(2, 'member', moment))?.isLate, (await seen(1, 'company', moment))?.isLate]).toEqual([
    false,
    false,
  ])
  expect((await seen(0))?.others).toEqual([])
  const end = async (id = '') =>
    house.db
      .updateTable('bookings')
      .set({ status: 'cancelled', cancelled_at: now, cancelled_by: 'member' })
      .where('id', '=', id)
      .execute()
  await end(ids[1])
  expect((await seen(0))?.left).toMatchObject({ when: 'måndag 1 februari kl. 12.00–13.00', duration: '1 tim' })
  await end(ids[2])
  expect((await seen(0))?.left).toBe(false)
  const alone = await placeBooking(house, shop, eva, at('15:00'))
  const booking = await readDiaryEntry(house.db, { customerId: eva }, alone)
  expect(booking && (await readVisitOf(house.db, { customerId: eva }, booking, 'member', now))).toBeNull()
})
