import { beforeEach, expect, test } from 'vitest'
import { addService, bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { askForTime } from './ask-for-time.server'
import { readWaits } from './read-waits.server'

/** The boundaries of the days that can be waited for, and of the number of waits. */
const house = useHouse()
const today = '2027-01-29'
let shop: Shop
let eva: Resident

beforeEach(async () => {
  setClock('2027-01-29T07:00:00Z')
  // Open for one hour on Fridays only, and that hour is booked on each of the days in the test.
  shop = await openShop(house, { hours: ['10:00', '11:00'] })
  await house.db
    .deleteFrom('opening_hours')
    .where('company_id', '=', shop.companyId)
    .where('weekday', '<>', 5)
    .execute()
  eva = await joinNear(house, shop)
})
const wish = (from: string, to: string, service = shop.serviceId) => ({
  key: crypto.randomUUID() as string,
  service,
  from,
  to,
  part: 'any',
  early: 'on',
})
const ask = (from: string, to: string, service?: string) => askForTime(house, eva.signedIn, wish(from, to, service))

test.each([
  [today, today, null],
  ['2027-01-28', today, null],
  ['2027-01-28', '2027-01-28', 'to'],
  // Ninety days ahead is no Friday, so nothing is free; no later day can be booked.
  ['2027-04-29', '2027-04-29', null],
  ['2027-04-30', '2027-04-30', 'to'],
  ['2027-02-04', '2027-02-03', 'to'],
])('waiting from %s to %s is accepted, or refused at the field: %s', async (from, to, field) => {
  const holder = await joinNear(house, shop)
  valueFrom(await requestBooking(house, holder.signedIn, bookingValues(shop.serviceId, today, '10:00')))
  const outcome = await ask(from, to)
  if (field === null) valueFrom(outcome)
  else expect(Object.keys(refusalFrom(outcome).fields)).toEqual([field])
  expect((await readWaits(house, eva.signedIn)).waits).toHaveLength(field === null ? 1 : 0)
})

test('days in the wrong order and a box that is not ticked are told at once', async () => {
  const outcome = await askForTime(house, eva.signedIn, { ...wish('2027-02-04', '2027-02-03'), early: '' })
  expect(Object.keys(refusalFrom(outcome).fields)).toEqual(['to', 'early'])
})

test('a member can wait for five services at once, and not for a sixth', async () => {
  const services = await Promise.all(Array.from({ length: 6 }, () => addService(house, shop.companyId)))
  for (const service of services.slice(0, 5)) valueFrom(await ask('2027-02-04', '2027-02-04', service))
  expect(refusalFrom(await ask('2027-02-04', '2027-02-04', services[5])).message).toMatch(/redan på 5 tjänster/)
  const { waits } = await readWaits(house, eva.signedIn)
  expect(waits).toHaveLength(5)
})
