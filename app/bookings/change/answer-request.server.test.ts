import { beforeAll, expect, test } from 'vitest'
import { readServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { readMemberBooking } from '../diaries/read-member-diary.server'
import { planSeries, seenDays } from '../repeat/ask-for-series.server'
import { confirmBooking } from './answer-request.server'
import { proposeTime } from './propose-time.server'

const house = useHouse()
let shop = {} as Shop
let member = {} as Resident

beforeAll(async () => {
  setClock('2027-01-28T09:00:00Z')
  shop = await openShop(house)
  member = await joinNear(house, shop)
})

const wish = 'Tiden som du föreslog i stället blev det inte'

test('a yes to the first time, while the member wishes for another, says so in the letter and in the history', async () => {
  const letterOf = async (day: string, wished: string | null) => {
    const { id } = valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, '10:00')))
    if (wished) valueFrom(await proposeTime(house, member.signedIn, { id, start: wished }))
    await house.deliver()
    valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
    const letters = (await house.deliver()).map(({ text }) => text).join('\n')
    const { history } = found(await readMemberBooking(house, member.signedIn, id))
    const booking = house.db.selectFrom('bookings').select('dropped_by').where('id', '=', id)
    const { dropped_by } = await booking.executeTakeFirstOrThrow()
    return { letters, history: history.map(({ text }) => text), dropped_by }
  }
  const plain = await letterOf('2027-02-01', null)
  expect(plain.letters).toContain('har bekräftat din bokning')
  expect(plain.letters).not.toContain(wish)
  expect(plain.dropped_by).toBeNull()
  const wished = await letterOf('2027-02-02', '2027-02-03T09:00:00.000Z')
  expect(wished.letters).toContain(wish)
  expect(wished.dropped_by).toBe('company')
  expect(wished.history).toContain('Lind Städ AB sa nej till onsdag 3 februari kl. 10.00')
})

test('a yes that begins a series waits for the company before it holds the booking (deadlock)', async () => {
  setClock('2027-01-28T09:00:00Z')
  const values = bookingValues(shop.serviceId, '2027-02-08', '10:00', { weeks: '1' })
  const service = await readServiceToBook(house.db, shop.serviceId, shop.postcode, '2027-01-01')
  if (!service) throw new Error('nothing to book')
  const wanted = { start: Date.parse(values.start), holidays: false }
  const { coming } = await planSeries(house.db, service, wanted, 1, house.clock.now())
  const { id } = valueFrom(await requestBooking(house, member.signedIn, { days: seenDays(coming), ...values }))
  const holdCompany = (db: Database) =>
    db.selectFrom('companies').select('id').where('id', '=', shop.companyId).forNoKeyUpdate().execute()
  // Whoever has the company, as a move of the same booking does, can still have the booking.
  const takeBooking = (db: Database) =>
    db.selectFrom('bookings').select('id').where('id', '=', id).forUpdate().noWait().execute()
  valueFrom(await behind(house.db, holdCompany, () => confirmBooking(house, shop.owner.signedIn, { id }), takeBooking))
  expect(found(await readMemberBooking(house, member.signedIn, id)).booking).toMatchObject({ status: 'confirmed' })
})
