import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { vi } from 'vitest'
import { momentOf } from '~/bookings/book/open-days.server'
import { seenTerms, type Terms } from '~/bookings/book/seen-terms'
import { bookingMoney } from '~/bookings/money'
import { beginVisit } from '~/bookings/visit/visit-store.server'
import type { Bookings, Services } from '../../db/schema'
import type { TestHouse } from './house'
import { joinAsCompany, joinAsMember, type Resident } from './people'

/** Helpers for bookings. */

export type Shop = { owner: Resident; companyId: string; serviceId: string; postcode: string }

type ShopGiven = {
  capacity?: number
  /** The same every day; '00:00' to '23:59' means always. */
  hours?: [opens: string, closes: string]
  service?: Partial<Insertable<Services>>
  postcode?: string
}

/** A company with a service, open every day, in a postcode of its own unless one is given. */
let made = 0
export async function openShop(house: TestHouse, given: ShopGiven = {}): Promise<Shop> {
  const postcode = given.postcode ?? String(30_000 + made++)
  const owner = await joinAsCompany(house, { postcode })
  const { id: companyId } = await house.db
    .updateTable('companies')
    .set({ capacity: given.capacity ?? 1 })
    .where('owner_id', '=', owner.signedIn.person.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  await addOpeningHours(house, companyId, given.hours)
  return { owner, companyId, serviceId: await addService(house, companyId, given.service), postcode }
}

/** The same hours every day. Without hours the company is shown nowhere. */
export async function addOpeningHours(house: TestHouse, companyId: string, [opens, closes] = ['08:00', '18:00']) {
  await house.db
    .insertInto('opening_hours')
    .values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ company_id: companyId, weekday, opens, closes })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The terms that the page of each service showed when it was added. */
type Shown = Omit<Terms, 'customerPaysOre'> & { listOre: number }
const shown = new Map<string, Shown>()

export async function addService(house: TestHouse, companyId: string, given: Partial<Insertable<Services>> = {}) {
  const { id, base_price_cents, duration_min, free_cancel_hours, place } = await house.db
    .insertInto('services')
    .values({
      company_id: companyId,
      title: 'Hemstäd',
      category: 'cleaning',
      base_price_cents: 749_00,
      duration_min: 60,
      ...given,
    })
    .returning(['id', 'base_price_cents', 'duration_min', 'free_cancel_hours', 'place'])
    .executeTakeFirstOrThrow()
  const terms = { listOre: base_price_cents, durationMin: duration_min, freeCancelHours: free_cancel_hours, place }
  shown.set(id, terms)
  return id
}

/** The form's `seen` field: the terms as of when the service was added. */
export function seenOf(serviceId: string, hasDiscount = true): string {
  const terms = shown.get(serviceId)
  return terms ? seenTerms({ ...terms, ...bookingMoney(terms.listOre, hasDiscount) }) : ''
}

export const joinNear = (house: TestHouse, { postcode }: Shop) => joinAsMember(house, { postcode })

/** The form as the page posts it. `time` is local time on that day. */
export function bookingValues(serviceId: string, day: string, time: string, given: Record<string, string> = {}) {
  const start = momentOf(day, time)
  const at = start === null ? '' : new Date(start).toISOString()
  return {
    key: randomUUID() as string,
    service: serviceId,
    day,
    start: at,
    seen: seenOf(serviceId),
    address: 'Provgatan 1',
    early: 'on',
    ...given,
  }
}

/** Sets a fixed date: tests of bookings use dates that are written in them. */
export function setClock(moment: string) {
  vi.setSystemTime(new Date(moment))
}

export async function bookingsOf(house: TestHouse, companyId: string) {
  return house.db
    .selectFrom('bookings')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('scheduled_at')
    .orderBy('lane')
    .execute()
}

/** The form for several services in one visit: the first one, and those after it. */
export const visitValues = (
  [first = '', ...more]: readonly string[],
  day: string,
  time: string,
  given: Record<string, string> = {},
) => {
  const seen = [first, ...more].map((id) => seenOf(id)).join(' + ')
  return bookingValues(first, day, time, { also: more.join(' '), seen, ...given })
}

/** The bookings of a visit, in order of time. */
export async function visitOf(house: TestHouse, id: string) {
  return house.db.selectFrom('bookings').selectAll().where('visit_id', '=', id).orderBy('id').execute()
}

/**
 * A shop with window cleaning (an hour, with a buffer of half an hour) and hedge cutting (an hour and a half), and a
 * member nearby.
 */
export async function openForVisits(house: TestHouse) {
  const shop = await openShop(house, { service: { title: 'Fönsterputs', buffer_min: 30 } })
  const hedge = { title: 'Häck', base_price_cents: 1_000_05, duration_min: 90 }
  return {
    shop,
    member: await joinNear(house, shop),
    windows: shop.serviceId,
    hedge: await addService(house, shop.companyId, hedge),
  }
}

type Placed = Partial<Insertable<Bookings>> & { minutes?: number }

/**
 * Inserts a booking directly, without the use cases, for tests over many rows that differ in one thing. Confirmed by
 * default.
 */
export async function placeBooking(
  house: TestHouse,
  { companyId, serviceId, postcode }: Pick<Shop, 'companyId' | 'serviceId' | 'postcode'>,
  customerId: string | null,
  startsAt: Date,
  { minutes = 60, status = 'confirmed', ...given }: Placed = {},
): Promise<string> {
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
  const now = house.clock.now()
  const agreed = status === 'confirmed' || status === 'completed' ? now : null
  const { id } = await house.db
    .insertInto('bookings')
    .values({
      key: randomUUID(),
      customer_id: customerId,
      company_id: companyId,
      service_id: serviceId,
      postcode,
      status,
      scheduled_at: startsAt,
      ends_at: endsAt,
      busy_until: endsAt,
      lane: 1,
      service_title: 'Hemstäd',
      duration_min: minutes,
      free_cancel_hours: 24,
      price_list_cents: 1_000_00,
      discount_cents: 0,
      platform_fee_cents: 50_00,
      amount_customer_pays_cents: 1_000_00,
      amount_to_provider_cents: 950_00,
      place: 'customer',
      lapses_at: startsAt,
      created_at: now,
      changed_at: now,
      confirmed_at: agreed,
      completed_at: status === 'completed' ? endsAt : null,
      cancelled_at: status === 'cancelled' ? now : null,
      cancelled_by: status === 'cancelled' ? 'member' : null,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a visit of several services, an hour each, one after the other. */
export async function placeVisit(
  house: TestHouse,
  shop: Shop,
  customerId: string,
  startsAt: Date,
  parts: readonly Placed[],
): Promise<string[]> {
  const ids: string[] = []
  for (const [at, part] of parts.entries()) {
    const time = new Date(startsAt.getTime() + at * 3_600_000)
    ids.push(await placeBooking(house, shop, customerId, time, { ...part, visit_id: ids[0] ?? null }))
    if (at === 0) await beginVisit(house.db, ids[0] ?? '')
  }
  return ids
}
