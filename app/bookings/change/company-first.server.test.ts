import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lockCapacity } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { joinNear, openShop, placeBooking, placeVisit, type Shop, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import type { Resident } from '../../../test/support/people'
import { lockVisit } from '../visit/visit-store.server'
import { leaveBookings } from './leave-bookings.server'
import { tendBookings } from './tend-bookings.server'

/** Lock order: an answer locks the company before its bookings. Other work must do the same, or they deadlock. */
const house = useHouse()
const now = new Date('2027-02-03T09:00:00Z')
let shop = {} as Shop
let eva = {} as Resident

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(house, { capacity: 3 })
  eva = await joinNear(house, shop)
})
beforeEach(() => setClock(now.toISOString()))

/** Runs `act` while a transaction holds the lock on the company; returns the states that this transaction reads. */
async function foundWhile(id: string, visitId: string | null, act: () => Promise<unknown>) {
  let found: string[] = []
  await behind(
    house.db,
    (answering) => lockCapacity(answering, shop.companyId),
    act,
    async (answering: Database) => {
      found = (await lockVisit(answering, { id, visitId })).map(({ status }) => status)
    },
  )
  return found
}
const statuses = async () =>
  (await house.db.selectFrom('bookings').select('status').where('company_id', '=', shop.companyId).execute()).map(
    ({ status }) => status,
  )

test('lapsing a visit locks the company before the bookings, so that it cannot deadlock with an answer', async () => {
  const due = { status: 'pending', lapses_at: now, created_at: new Date('2027-02-01T09:00:00Z') } as const
  const [id = ''] = await placeVisit(house, shop, eva.signedIn.person.id, new Date('2027-02-05T09:00:00Z'), [due, due])
  expect(await foundWhile(id, id, () => tendBookings(house))).toEqual(['pending', 'pending'])
  expect(await statuses()).toEqual(['cancelled', 'cancelled'])
})

test('a member who leaves locks the company before the bookings, so that it cannot deadlock with an answer', async () => {
  await house.db.deleteFrom('bookings').execute()
  const leaver = await joinNear(house, shop)
  const start = new Date('2027-02-05T09:00:00Z')
  const id = await placeBooking(house, shop, leaver.signedIn.person.id, start, { status: 'pending' })
  const leave = () =>
    house.db.transaction().execute((db) => leaveBookings(db, house.config.origin, leaver.signedIn.person.id, now))
  expect(await foundWhile(id, null, leave)).toEqual(['pending'])
  expect(await statuses()).toEqual(['cancelled'])
})

test('a company that leaves is locked before its bookings, so that it cannot deadlock with an answer', async () => {
  await house.db.deleteFrom('bookings').execute()
  const start = new Date('2027-02-05T09:00:00Z')
  const id = await placeBooking(house, shop, eva.signedIn.person.id, start, { status: 'pending' })
  const leave = () =>
    house.db.transaction().execute((db) => leaveBookings(db, house.config.origin, shop.owner.signedIn.person.id, now))
  expect(await foundWhile(id, null, leave)).toEqual(['pending'])
  expect(await statuses()).toEqual(['cancelled'])
})
