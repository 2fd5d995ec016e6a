import { beforeEach, expect, test } from 'vitest'
import { openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { createService } from '../services/save-service.server'
import { addClosedDays, closeHolidays, removeClosedDays } from './plan-closed-days.server'
import { saveCapacity } from './save-hours.server'

/** The limits of hours, closed days and capacity, and one beyond. */
const house = useHouse()
let shop: Shop

beforeEach(async () => {
  setClock('2027-02-03T09:00:00Z')
  shop = await openShop(house, { capacity: 12 })
})
const owner = () => shop.owner.signedIn
/** Closes this many consecutive days, each as a period of its own. */
const close = (count: number) =>
  house.db
    .insertInto('closed_periods')
    .values(
      Array.from({ length: count }, (_, at) => {
        const day = new Date(Date.parse('2027-07-01T00:00:00Z') + at * 86_400_000).toISOString().slice(0, 10)
        return { company_id: shop.companyId, from_day: day, to_day: day, reason: '' }
      }),
    )
    .returning('id')
    .execute()
const plan = (from: string, to = from, given: Record<string, string> = {}) =>
  addClosedDays(house, owner(), { from, to, reason: '', note: '', ...given })

test('at most 50 closed periods: one more is refused, a repeat is idempotent, and removing one makes room', async () => {
  const [first] = await close(49)
  valueFrom(await plan('2027-03-01'))
  expect(refusalFrom(await plan('2027-03-02')).message).toContain('redan 50 stängda')
  valueFrom(await plan('2027-03-01'))
  // The same first day with another last day is a different period.
  expect(refusalFrom(await plan('2027-03-01', '2027-03-02')).message).toContain('redan 50')
  valueFrom(await removeClosedDays(house, owner(), { id: first?.id ?? '' }))
  valueFrom(await removeClosedDays(house, owner(), { id: 'nonsens' }))
  valueFrom(await plan('2027-03-02'))
  expect(Object.keys(refusalFrom(await plan('2029-02-04')).fields)).toEqual(['from'])
})

test('closing all holidays is refused as a whole if it would exceed 50 closed periods', async () => {
  await close(35)
  expect(refusalFrom(await closeHolidays(house, owner(), {})).message).toContain('högst 50')
  const planned = () =>
    house.db.selectFrom('closed_periods').select('id').where('company_id', '=', shop.companyId).execute()
  expect(await planned()).toHaveLength(35)
  await house.db.deleteFrom('closed_periods').where('company_id', '=', shop.companyId).execute()
  await close(34)
  valueFrom(await closeHolidays(house, owner(), {}))
  expect(await planned()).toHaveLength(50)
  valueFrom(await closeHolidays(house, owner(), {}))
})

test('closing booked days names at most ten bookings and the number of others, and needs confirmation of that list', async () => {
  const book = (lane: number) =>
    placeBooking(house, shop, null, new Date(`2027-02-10T${String(lane + 6).padStart(2, '0')}:00:00Z`), { lane })
  for (let lane = 1; lane <= 10; lane++) await book(lane)
  const ten = refusalFrom(await plan('2027-02-10'))
  expect([ten.message.split('; ').length, ten.message.includes('till.')]).toEqual([10, false])
  await book(11)
  const eleven = refusalFrom(await plan('2027-02-10', '2027-02-10', { seen: 'on', named: ten.message }))
  expect([eleven.message.split('; ').length, eleven.message]).toEqual([10, expect.stringContaining(' och 1 till. ')])
  expect(Object.keys(refusalFrom(await plan('2027-02-10', '2027-02-10', { named: eleven.message })).fields)).toEqual([
    'seen',
  ])
  valueFrom(await plan('2027-02-10', '2027-02-10', { seen: 'on', named: eleven.message }))
})

test('a company has at most 100 services, each new one last, and a capacity of 1 to 50', async () => {
  const service = () => ({
    id: crypto.randomUUID() as string,
    title: 'Ny',
    description: '',
    category: 'cleaning',
    price: '100',
    hours: '1',
    minutes: '0',
  })
  const more = Array.from({ length: 98 }, (_, at) => ({
    company_id: shop.companyId,
    title: 'x',
    category: 'cleaning' as const,
    base_price_cents: 100_00,
    duration_min: 60,
    position: at + 5,
  }))
  await house.db.insertInto('services').values(more).execute()
  const last = service()
  valueFrom(await createService(house, owner(), last))
  expect(await house.db.selectFrom('services').select('position').where('id', '=', last.id).execute()).toEqual([
    { position: 103 },
  ])
  expect(refusalFrom(await createService(house, owner(), service())).message).toContain('redan 100')
  valueFrom(await createService(house, owner(), last))
  for (const capacity of ['1', '50']) valueFrom(await saveCapacity(house, owner(), { capacity }))
  for (const capacity of ['0', '51']) {
    expect(Object.keys(refusalFrom(await saveCapacity(house, owner(), { capacity })).fields)).toEqual(['capacity'])
  }
})
