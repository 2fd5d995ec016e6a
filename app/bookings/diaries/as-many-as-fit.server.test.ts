import { beforeAll, beforeEach, expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import type { Resident } from '../../../test/support/people'
import { readOwnBetween } from '../booking-store.server'
import { readFavourites } from '../favourites/favourite-store.server'
import { readMessages } from '../messages/message-store.server'
import { readCompanyWeek } from '../week/read-company-week.server'
import { bookingsForProgram } from './bookings-for-program'
import { readCompanyDay } from './read-company-day.server'
import { readCompanyDiary } from './read-company-diary.server'
import { readMemberDiary } from './read-member-diary.server'

/** One item more than fits, for every limit of a page. */
const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-02-03T09:00:00Z')
let shop: Shop
let member: Resident

beforeAll(async () => {
  shop = await openShop(real, { capacity: 50 })
  member = await joinNear(real, shop)
})
beforeEach(() => setClock(now.toISOString()))

/** Inserts copies of a booking, each in a lane of its own. */
async function many(count: number, startsAt: Date, given: Parameters<typeof placeBooking>[4] = {}, from = 1) {
  const id = await placeBooking(house, shop, member.signedIn.person.id, startsAt, { ...given, lane: from })
  const [row] = await house.db.selectFrom('bookings').selectAll().where('id', '=', id).execute()
  if (!row) throw new Error('a booking that was placed is there')
  const { id: _id, key: _key, busy: _busy, ...copied } = row
  const rest = Array.from({ length: count - 1 }, (_, at) => ({
    ...copied,
    key: crypto.randomUUID(),
    lane: from + at + 1,
  }))
  if (rest.length > 0) await house.db.insertInto('bookings').values(rest).execute()
  return id
}
const company = (search = '') => readCompanyDiary(house, shop.owner.signedIn, new URLSearchParams(search))

test('a company’s page shows twenty bookings of its list, fifty of today and ten unfinished ones', async () => {
  await many(19, new Date('2027-02-05T10:00:00Z'))
  await many(1, new Date('2027-02-04T10:00:00Z'))
  expect(await company()).toMatchObject({ next: null, today: [], unfinished: [], isLater: false })
  await many(11, new Date('2027-02-02T10:00:00Z'))
  await many(50, new Date('2027-02-03T10:00:00Z'))
  await many(1, new Date('2027-02-03T12:00:00Z'))
  const { bookings, next, today, unfinished } = await company()
  expect([bookings.length, next !== null, today.length, unfinished.length]).toEqual([20, true, 50, 10])
  expect(await company(new URLSearchParams({ efter: `${next?.at}_${next?.id}` }).toString())).toMatchObject({
    today: [],
    unfinished: [],
    isLater: true,
  })
  // The sections stand above the default list only.
  expect(await company('visa=bekraftade')).toMatchObject({ today: [], unfinished: [], isLater: false })
})

test('a member’s page shows twenty bookings with keyset pagination, and readOwnBetween returns at most fifty', async () => {
  await many(20, new Date('2027-02-05T10:00:00Z'))
  const page = (search = {}) => readMemberDiary(house, member.signedIn, new URLSearchParams(search))
  expect((await page()).next).toBeNull()
  await many(31, new Date('2027-02-05T12:00:00Z'))
  const { bookings, next } = await page()
  expect([bookings.length, next !== null]).toEqual([20, true])
  // Keyset pagination shows each booking exactly once, also those with the same start time.
  const second = await page({ efter: `${next?.at}_${next?.id}` })
  const third = await page({ efter: `${second.next?.at}_${second.next?.id}` })
  const all = [bookings, second.bookings, third.bookings].flatMap((shown) => shown.map(({ id }) => id))
  expect([all.length, new Set(all).size, third.next, third.isLater]).toEqual([51, 51, null, true])
  const [from, to] = [new Date('2027-02-05T00:00:00Z'), new Date('2027-02-06T00:00:00Z')]
  expect(await readOwnBetween(house.db, member.signedIn.person.id, from, to)).toHaveLength(50)
})

test('bookingsForProgram gives customers by name only, and the address of the next page', async () => {
  await placeBooking(house, shop, null, new Date('2027-02-04T10:00:00Z'))
  await many(20, new Date('2027-02-05T10:00:00Z'))
  const { bookings, next } = await company()
  const [address, search] = ['https://kvartera.test/api/bookings', new URLSearchParams({ visa: 'bekraftade' })]
  const read = bookingsForProgram(bookings, next, address, search)
  expect(read.bookings.slice(0, 2).map(({ customer }) => customer)).toEqual([null, { name: 'Eva Lind' }])
  const after = encodeURIComponent(`${next?.at}_${next?.id}`)
  expect([read.next, search.size]).toEqual([`${address}?visa=bekraftade&efter=${after}`, 1])
  expect(bookingsForProgram(bookings, null, address, search).next).toBeNull()
})

test('a company’s first page shows five pending requests, the soonest first', async () => {
  await many(5, new Date('2027-02-06T10:00:00Z'), { status: 'pending' })
  const soonest = await many(1, new Date('2027-02-05T10:00:00Z'), { status: 'pending' })
  await many(1, new Date('2027-02-03T10:00:00Z'))
  await many(1, new Date('2027-02-04T10:00:00Z'))
  const day = await readCompanyDay(house, shop.companyId)
  expect([day.waiting.length, day.waiting[0]?.id, day.today.length]).toEqual([5, soonest, 1])
})

test('a week shows at most 350 jobs', async () => {
  for (let hour = 6; hour < 13; hour++) await many(50, new Date(`2027-02-03T${String(hour).padStart(2, '0')}:00:00Z`))
  await many(1, new Date('2027-02-04T10:00:00Z'))
  const week = await readCompanyWeek(house, shop.owner.signedIn, new URLSearchParams({ dag: '2027-02-03' }))
  expect(week.days.flatMap(({ jobs }) => jobs)).toHaveLength(350)
  expect([week.title, week.previous, week.next]).toEqual(['Vecka 5', '2027-01-25', '2027-02-08'])
  expect(week.span).toBe('måndag 1 februari till söndag 7 februari')
})

test('a conversation shows its first 200 messages, and the saved companies are the first fifty by name', async () => {
  const id = await many(1, new Date('2027-02-05T10:00:00Z'))
  const messages = Array.from({ length: 201 }, (_, at) => ({
    id: crypto.randomUUID(),
    booking_id: id,
    by: 'member' as const,
    body: String(at),
    sent_at: new Date(now.getTime() - at * 1000),
  }))
  await house.db.insertInto('booking_messages').values(messages).execute()
  const read = await readMessages(house.db, { id, visitId: null })
  expect([read.length, read[0]?.body]).toEqual([200, '200'])

  const [row] = await house.db.selectFrom('companies').selectAll().where('id', '=', shop.companyId).execute()
  if (!row) throw new Error('no company')
  const { id: _id, rating: _rating, ...copied } = row
  const like = Array.from({ length: 51 }, (_, at) => ({
    ...copied,
    owner_id: null,
    name: `Firma ${String(at).padStart(2, '0')}`,
  }))
  const companies = await house.db.insertInto('companies').values(like).returning(['id', 'name']).execute()
  const customer_id = member.signedIn.person.id
  const kept = companies.map(({ id: company_id }) => ({ customer_id, company_id, saved_at: now })).reverse()
  await house.db.insertInto('favourites').values(kept).execute()
  const favourites = await readFavourites(house.db, customer_id)
  expect([favourites.length, favourites[0]?.name, favourites.at(-1)?.name]).toEqual([50, 'Firma 00', 'Firma 49'])
})
