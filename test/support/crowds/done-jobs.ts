import { randomUUID } from 'node:crypto'
import { confirmBooking, requestBooking } from '~/bookings/public.server'
import { dayOf } from '~/shared/time'
import { addService, bookingValues, openShop, type Shop } from '../bookings'
import type { TestHouse } from '../house'
import { valueFrom } from '../outcome'
import { joinAsMember, type Resident } from '../people'
import { sayDoneAndWait } from './said'

/* Jobs that were booked, confirmed and completed by the use cases, on days before the test's date. */

let made = 0

/** A completed job of a member, each at an hour of its own. */
export async function doJob(house: TestHouse, shop: Shop, member: Resident, given: { kronor?: number } = {}) {
  const service = given.kronor
    ? await addService(house, shop.companyId, { base_price_cents: given.kronor * 100 })
    : shop.serviceId
  const place = made++ % 32
  const day = dayBefore(house, 1 + Math.floor(place / 8))
  const form = bookingValues(service, day, `${String(9 + (place % 8)).padStart(2, '0')}:00`)
  const start = Date.parse(form.start)
  const asked = at(house, start - 2 * 24 * hour)
  const { id } = valueFrom(await requestBooking(asked, member.signedIn, form))
  valueFrom(await confirmBooking(asked, shop.owner.signedIn, { id }))
  valueFrom(await sayDoneAndWait(at(house, start + hour), shop.owner.signedIn, { id }))
  return id
}

const hour = 3_600_000
/** The house with its clock at a given moment. */
const at = (house: TestHouse, moment: number): TestHouse => ({
  ...house,
  clock: { ...house.clock, now: () => new Date(moment) },
})
const dayBefore = (house: TestHouse, days: number) =>
  Temporal.PlainDate.from(dayOf(house.clock.now())).subtract({ days }).toString()

export type Neighbourhood = { shop: Shop; member: Resident; bookingId: string }

/** A company, a member nearby, and a completed job. */
export async function settle(house: TestHouse): Promise<Neighbourhood> {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  return { shop, member, bookingId: await doJob(house, shop, member) }
}

export const nobodys = () => randomUUID() as string
