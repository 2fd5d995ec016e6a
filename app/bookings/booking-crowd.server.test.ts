import { beforeEach, describe, expect, test } from 'vitest'
import { lockCapacity } from '~/companies/public.server'
import { openDatabase, openPool } from '~/platform/database/database.server'
import { silentLog } from '~/platform/log.server'
import { bookingsOf, bookingValues, joinNear, openShop, setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { ofMany } from '../../test/support/pace/long'
import type { Resident } from '../../test/support/people'
import { messages } from './book/refusal-words'
import { requestBooking } from './book/request-booking.server'
import { confirmBooking } from './change/answer-request.server'
import { cancelBooking } from './change/cancel-booking.server'

const house = useHouse()
const monday = '2027-02-01'
/** More than the pool has connections, so that some wait for one. */
const crowd = ofMany(200, 60)

beforeEach(() => {
  setClock('2027-01-29T09:00:00Z')
})

/** Synthetic members without a session: a use case sees only the person that the door passes in. */
async function neighbours(member: Resident, postcode: string): Promise<Resident[]> {
  const rows = await house.db
    .insertInto('profiles')
    .values(
      Array.from({ length: crowd }, (_, index) => ({
        full_name: `Granne ${index}`,
        email: `granne-${postcode}-${index}@exempel.se`,
        postcode,
        member_status: 'trial',
      })),
    )
    .returning(['id', 'full_name', 'email'])
    .execute()
  return rows.map(({ id, full_name: name, email }) => ({
    ...member,
    signedIn: { ...member.signedIn, person: { ...member.signedIn.person, id, name, email } },
  }))
}

/**
 * Sends the form, and again as long as the answer is to try again: on a busy machine a request may wait for the lock on
 * the company longer than the lock timeout.
 */
async function requestUntilHeard({ signedIn }: Resident, form: ReturnType<typeof bookingValues>) {
  for (let tries = 1; ; tries++) {
    const answer = await requestBooking(house, signedIn, form)
    if (answer.ok || answer.message !== messages.crowded) return answer
    if (tries === 20) throw new Error('Nobody gets through')
  }
}

describe.each([1, 3])(`${crowd} concurrent requests to a company with capacity %i`, (capacity) => {
  test('for the same time fill the capacity, and the others are told that it is taken', async () => {
    const shop = await openShop(house, { capacity })
    const people = await neighbours(await joinNear(house, shop), shop.postcode)
    const answers = await Promise.all(
      people.map((person) => requestUntilHeard(person, bookingValues(shop.serviceId, monday, '10:00'))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(capacity)
    const refusals = answers.filter((answer) => !answer.ok)
    expect(refusals).toHaveLength(crowd - capacity)
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ title: 'Bokning misslyckades', fields: { start: messages.taken } })
    }
    const rows = await bookingsOf(house, shop.companyId)
    expect(rows.map(({ lane }) => lane)).toEqual(Array.from({ length: capacity }, (_, index) => index + 1))
  })

  test('for overlapping times never exceed the capacity at any moment', async () => {
    const shop = await openShop(house, { capacity, service: { duration_min: 30, buffer_min: 15 } })
    const people = await neighbours(await joinNear(house, shop), shop.postcode)
    const times = ['10:00', '10:15', '10:30', '10:45', '11:00', '11:15', '11:30', '11:45']
    await Promise.all(
      people.map((person, index) =>
        requestUntilHeard(person, bookingValues(shop.serviceId, monday, times[index % times.length] ?? '')),
      ),
    )
    const rows = await bookingsOf(house, shop.companyId)
    const atOnce = rows.map(
      ({ scheduled_at: start }) =>
        rows.filter((other) => other.scheduled_at <= start && start < other.busy_until).length,
    )
    expect(Math.max(...atOnce)).toBe(capacity)
  })
})

test('the exclusion constraint accepts one of thirty concurrent inserts without the lock', async () => {
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  // As if two transactions had both found the time free: the exclusion constraint must decide.
  const row = {
    company_id: shop.companyId,
    service_id: shop.serviceId,
    customer_id: member.signedIn.person.id,
    postcode: shop.postcode,
    scheduled_at: new Date('2027-02-01T09:00:00Z'),
    ends_at: new Date('2027-02-01T10:00:00Z'),
    busy_until: new Date('2027-02-01T10:00:00Z'),
    lapses_at: new Date('2027-02-01T09:00:00Z'),
    lane: 1,
    service_title: 'Hemstäd',
    duration_min: 60,
    free_cancel_hours: 24,
    price_list_cents: 100_00,
    discount_cents: 0,
    platform_fee_cents: 5_00,
    amount_customer_pays_cents: 100_00,
    amount_to_provider_cents: 95_00,
  }
  const written = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      house.db
        .insertInto('bookings')
        .values({ ...row, key: crypto.randomUUID() })
        .execute(),
    ),
  )
  expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a request that waits too long for the lock on the company books nothing, says so, and succeeds when it is sent again', async () => {
  const shop = await openShop(house)
  const { signedIn } = await joinNear(house, shop)
  const form = bookingValues(shop.serviceId, monday, '10:00')
  // The product's pool, with a shorter lock timeout than in production.
  const pool = openPool(house.pool.options, silentLog, { lockMs: 60 })
  const hasty = { ...house, db: openDatabase(pool) }
  const refusal = await house.db.transaction().execute(async (keeper) => {
    await lockCapacity(keeper, shop.companyId)
    return requestBooking(hasty, signedIn, form)
  })
  expect(refusal).toMatchObject({ ok: false, title: 'Bokning misslyckades', message: messages.crowded, fields: {} })
  expect(await bookingsOf(house, shop.companyId)).toEqual([])
  const first = valueFrom(await requestBooking(house, signedIn, form))
  // The same form sent again while the lock is held: its booking stands already.
  const again = await house.db.transaction().execute(async (keeper) => {
    await lockCapacity(keeper, shop.companyId)
    return requestBooking(hasty, signedIn, form)
  })
  await hasty.db.destroy()
  expect(valueFrom(again)).toEqual(first)
})

test('a time that is cancelled while others request it is booked once, by one of them or by the next who asks', async () => {
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const people = await neighbours(member, shop.postcode)
  const first = await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00'))
  const id = first.ok ? first.value.id : ''
  await Promise.all([
    ...people.slice(0, 50).map((person) => requestUntilHeard(person, bookingValues(shop.serviceId, monday, '10:00'))),
    cancelBooking(house, member.signedIn, { id }),
    confirmBooking(house, shop.owner.signedIn, { id }),
  ])
  const live = async () =>
    (await bookingsOf(house, shop.companyId)).filter(({ status }) => status !== 'cancelled').length
  const isTaken = (await live()) === 1
  const next = await joinNear(house, shop)
  const last = await requestUntilHeard(next, bookingValues(shop.serviceId, monday, '10:00'))
  expect(last.ok).toBe(!isTaken)
  expect(await live()).toBe(1)
})
