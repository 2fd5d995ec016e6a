import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { joinNear, openShop, setClock } from '../../../test/support/bookings'
import { poison } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { tendWaits } from './tend-waits.server'
import { insertOffer, insertWait } from './wait-store.server'

/** What can never be ended, lapsed or told holds up none of what is behind it. */
const house = useHouse()
const now = new Date('2027-02-03T09:00:00Z')
const hour = 3_600_000
beforeEach(async () => {
  setClock(now.toISOString())
  await house.db.deleteFrom('booking_waits').execute()
})

/** A member who waits for a company of their own, with or without a time that is held for them. */
async function waits(to_day: string, offered?: { tell_at: Date; until_at: Date; told_at: Date | null }) {
  const shop = await openShop(house, { hours: ['10:00', '11:00'] })
  const member = await joinNear(house, shop)
  const asked = { from_day: to_day, to_day, part: 'any', early_start: 'ja', asked_at: now, looked_at: now } as const
  const of = { customer_id: member.signedIn.person.id, company_id: shop.companyId, service_id: shop.serviceId }
  const id = await insertWait(house.db, { id: randomUUID(), ...of, ...asked, service_title: 'Hemstäd' })
  if (id === null) throw new Error('waits already')
  if (!offered) return id
  const [starts_at, ends_at] = [new Date(`${to_day}T09:00:00Z`), new Date(`${to_day}T10:00:00Z`)]
  const held = { company_id: shop.companyId, starts_at, ends_at, busy_until: ends_at, lane: 1, offered_at: now }
  return insertOffer(house.db, { wait_id: id, ...held, ...offered })
}

const offersIn = async (ids: string[]) => {
  const rows = house.db.selectFrom('offered_times').select(['id', 'answer', 'told_at'])
  const found = await rows.where('id', 'in', ids).execute()
  return ids.map((id) => found.find((one) => one.id === id))
}

test('a wait whose days are over', async () => {
  const [broken, other] = [await waits('2027-02-01'), await waits('2027-02-01')]
  const cure = await poison(house, { before: 'delete', on: 'booking_waits', when: `old.id = '${broken}'` })
  await expect(tendWaits(house)).rejects.toThrow('not this one')
  const left = house.db.selectFrom('booking_waits').select('id').where('id', 'in', [broken, other])
  expect(await left.execute()).toEqual([{ id: broken }])
  await cure()
  expect(await tendWaits(house)).toBe(1)
})

test('an offer that nobody answered in time', async () => {
  const over = (minutes: number) => ({
    tell_at: now,
    told_at: now,
    until_at: new Date(now.getTime() + minutes * 60_000),
  })
  const ids = [await waits('2027-02-10', over(1)), await waits('2027-02-10', over(2))]
  setClock(new Date(now.getTime() + hour / 30).toISOString())
  const cure = await poison(house, { before: 'update', on: 'offered_times', when: `new.id = '${ids[0]}'` })
  await expect(tendWaits(house)).rejects.toThrow('not this one')
  expect((await offersIn(ids)).map((one) => one?.answer)).toEqual([null, 'lapsed'])
  await cure()
  await tendWaits(house)
  expect((await offersIn(ids)).map((one) => one?.answer)).toEqual(['lapsed', 'lapsed'])
})

test('an offer of the night that is told in the morning', async () => {
  const night = (minutes: number) => ({
    tell_at: new Date(now.getTime() + minutes * 60_000),
    told_at: null,
    until_at: new Date(now.getTime() + 3 * hour),
  })
  const ids = [await waits('2027-02-10', night(1)), await waits('2027-02-10', night(2))]
  setClock(new Date(now.getTime() + hour / 30).toISOString())
  const cure = await poison(house, { before: 'update', on: 'offered_times', when: `new.id = '${ids[0]}'` })
  await expect(tendWaits(house)).rejects.toThrow('not this one')
  expect((await offersIn(ids)).map((one) => one?.told_at !== null)).toEqual([false, true])
  await cure()
  await tendWaits(house)
  expect((await offersIn(ids)).map((one) => one?.told_at !== null)).toEqual([true, true])
})
