import { expect, test } from 'vitest'
import { lockCapacity } from '~/companies/public.server'
import { joinNear, openShop, placeBooking } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin } from '../../../test/support/people'
import { changeRole } from './change-role.server'

const house = useHouse()

test('race condition: an owner whose company is being booked keeps the role, and somebody answers for the job', async () => {
  const [admin, shop] = [await joinAsAdmin(house), await openShop(house)]
  const customer = (await joinNear(house, shop)).signedIn.person.id
  const inTwoDays = new Date(house.clock.now().getTime() + 48 * 3_600_000)
  const ownerId = shop.owner.signedIn.person.id
  const values = { role: 'member', reason: 'Bor här' }
  const books = async (db: typeof house.db) => {
    await lockCapacity(db, shop.companyId)
    await placeBooking({ ...house, db }, shop, customer, inTwoDays)
  }
  const outcome = await behind(house.db, books, () => changeRole({ house, ...admin, values }, ownerId))
  expect(refusalFrom(outcome).message).toContain('Företaget har en bokning kvar')
  const role = house.db.selectFrom('profiles').select('user_role').where('id', '=', ownerId)
  expect(await role.execute()).toEqual([{ user_role: 'company' }])
})

test('an owner without bookings may change, also beside a company that has some', async () => {
  const [admin, shop, other] = [await joinAsAdmin(house), await openShop(house), await openShop(house)]
  const inTwoDays = new Date(house.clock.now().getTime() + 48 * 3_600_000)
  await placeBooking(house, other, (await joinNear(house, other)).signedIn.person.id, inTwoDays)
  const values = { role: 'member', reason: 'Bor här' }
  valueFrom(await changeRole({ house, ...admin, values }, shop.owner.signedIn.person.id))
})
