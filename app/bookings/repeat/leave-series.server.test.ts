import { expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { valueFrom } from '../../../test/support/outcome'
import { confirmBooking } from '../change/answer-request.server'
import { leaveSeries } from './end-series.server'
import { insertSeries, putInSeries, readSeries } from './series-store.server'

const house = useHouse()

test('who leaves while the next time is being made leaves nothing booked behind', async () => {
  setClock('2027-01-29T09:00:00Z')
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const customer_id = member.signedIn.person.id
  const now = house.clock.now()
  const kept = {
    customer_id,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    terms: 't',
    next_day: '2027-03-01',
  }
  const weekly = { weeks: 1, start_time: '10:00', on_holidays: false, due_at: now, created_at: now, confirmed_at: now }
  const id = await insertSeries(house.db, { ...kept, ...weekly })
  await behind(
    house.db,
    async (db) => {
      await db.selectFrom('companies').select('id').where('id', '=', shop.companyId).forNoKeyUpdate().execute()
      const booked = await placeBooking({ ...house, db }, shop, customer_id, new Date('2027-02-22T09:00:00Z'))
      await putInSeries(db, booked, id, '2027-02-22')
    },
    () =>
      house.db
        .transaction()
        .execute((db) =>
          leaveSeries(db, house.config.origin, { id, companyId: shop.companyId }, 'member', 'Slutar', now),
        ),
  )
  const left = await house.db
    .selectFrom('bookings')
    .select(['status', 'cancelled_by', 'reason'])
    .where('series_id', '=', id)
    .execute()
  expect(left).toEqual([{ status: 'cancelled', cancelled_by: 'member', reason: 'Slutar' }])
  expect((await readSeries(house.db, id))?.endedAt).toEqual(now)
})

test('a letter about one service lists no services', async () => {
  setClock('2027-01-29T09:00:00Z')
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const id = await placeBooking(house, shop, member.signedIn.person.id, new Date('2027-02-22T09:00:00Z'), {
    status: 'pending',
  })
  await house.deliver()
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  const { text } = mailTo(await house.deliver(), member.email)
  expect(text).toContain('Hemstäd')
  expect(text).not.toContain('I besöket')
})
