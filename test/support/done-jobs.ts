import { randomUUID } from 'node:crypto'
import { completeBooking, confirmBooking, requestBooking } from '~/bookings/public.server'
import { addService, bookingValues, openShop, type Shop } from './bookings'
import type { TestHouse } from './house'
import { valueFrom } from './outcome'
import { joinAsMember, type Resident } from './people'

/* Jobs that were booked, confirmed and done, as the use cases do it. The clock stands where the test has set it. */

/** A day far enough ahead of every moment that the tests play at. */
const firstDay = Temporal.PlainDate.from('2026-12-01')
let days = 0

/** A member has had a job done by a company: each on a day of its own. */
export async function doJob(house: TestHouse, shop: Shop, member: Resident, given: { kronor?: number } = {}) {
  const service = given.kronor
    ? await addService(house, shop.companyId, { base_price_cents: given.kronor * 100 })
    : shop.serviceId
  const day = firstDay.add({ days: days++ % 28 }).toString()
  const { id } = valueFrom(await requestBooking(house, member.signedIn, bookingValues(service, day, timeOf(days))))
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  valueFrom(await completeBooking(house, shop.owner.signedIn, { id }))
  return id
}

const timeOf = (made: number) => `${String(9 + (Math.floor(made / 28) % 8)).padStart(2, '0')}:00`

export type Neighbourhood = { shop: Shop; member: Resident; bookingId: string }

/** A company, a member who lives near, and a job that was done. */
export async function settle(house: TestHouse): Promise<Neighbourhood> {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  return { shop, member, bookingId: await doJob(house, shop, member) }
}

export const nobodys = () => randomUUID() as string
