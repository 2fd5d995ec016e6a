import { beforeEach, expect, test } from 'vitest'
import { requestBooking } from '~/bookings/public.server'
import { saveNeighbours, savePostcode } from '~/postcodes/postcode-store.server'
import { addService, bookingValues, joinNear, openShop, setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsMember } from '../../test/support/people'
import { directoryAddress, readDirectorySearch } from './directory-search'
import { readCompanyProfile } from './read-company-profile.server'
import { pageSize, readDirectory } from './read-directory.server'

const house = useHouse()
const directory = (query: string) => readDirectory(house, readDirectorySearch(new URLSearchParams(query)))
const idsOf = ({ companies }: { companies: { id: string }[] }) => companies.map(({ id }) => id)

/** A Friday at ten in the morning, Swedish time. */
beforeEach(() => setClock('2027-01-29T09:00:00Z'))

test('a card shows the company’s earliest free time, without times that are booked, closed or within the notice', async () => {
  const shop = await openShop(house, { service: { notice_hours: 0, duration_min: 120 } })
  const said = async () => (await directory(`postal=${shop.postcode}`)).companies[0]?.soonest
  expect(await said()).toBe('Ledigt i dag kl. 10.30')
  const member = await joinNear(house, shop)
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, '2027-01-29', '10:30')))
  expect(await said()).toBe('Ledigt i dag kl. 12.30')
  setClock('2027-01-29T16:30:00Z')
  expect(await said()).toBe('Ledigt i morgon kl. 08.00')
  await addService(house, shop.companyId, { duration_min: 15, notice_hours: 0, title: 'Kort' })
  expect(await said()).toBe('Ledigt i dag kl. 17.45')
  const closed = { company_id: shop.companyId, from_day: '2027-01-29', to_day: '2027-01-31', reason: 'Vila' }
  await house.db.insertInto('closed_periods').values(closed).execute()
  expect(await said()).toBe('Ledigt mån 1 feb. kl. 08.00')
  await house.db.updateTable('services').set({ active: false }).where('company_id', '=', shop.companyId).execute()
  expect(await said()).toBeNull()
})

test('a card looks two weeks ahead, and finds a night that begins on one day and ends on the next', async () => {
  const shop = await openShop(house, { service: { notice_hours: 0, duration_min: 120 } })
  const said = async () => (await directory(`postal=${shop.postcode}`)).companies[0]?.soonest
  const closed = { company_id: shop.companyId, from_day: '2027-01-29', reason: 'Vila' }
  const shutTo = async (to_day: string) => {
    await house.db.deleteFrom('closed_periods').where('company_id', '=', shop.companyId).execute()
    await house.db
      .insertInto('closed_periods')
      .values({ ...closed, to_day })
      .execute()
    return said()
  }
  expect(await shutTo('2027-01-29')).toBe('Ledigt i morgon kl. 08.00')
  expect(await shutTo('2027-02-10')).toBe('Ledigt tors 11 feb. kl. 08.00')
  expect(await shutTo('2027-02-11')).toBeNull()
  const night = { opens: '23:00', closes: '23:59' }
  const morning = { opens: '00:00', closes: '01:00' }
  await house.db.deleteFrom('opening_hours').where('company_id', '=', shop.companyId).execute()
  const hours = [
    { weekday: 6, ...night },
    { weekday: 7, ...morning },
  ].map((one) => ({ company_id: shop.companyId, ...one }))
  await house.db.insertInto('opening_hours').values(hours).execute()
  expect(await shutTo('2027-01-29')).toBe('Ledigt i morgon kl. 23.00')
})

test('busy times from the company’s own calendar are not free, on a card or in the list for today', async () => {
  const shop = await openShop(house, { capacity: 2, service: { notice_hours: 0 } })
  const said = async () => (await directory(`postal=${shop.postcode}`)).companies[0]?.soonest
  const free = async () => idsOf(await directory(`postal=${shop.postcode}&ledigt=idag`))
  expect([await said(), await free()]).toEqual(['Ledigt i dag kl. 10.30', [shop.companyId]])
  const busy = (from: string, to: string) => ({
    company_id: shop.companyId,
    from_at: new Date(from),
    to_at: new Date(to),
  })
  await house.db.insertInto('busy_calendars').values(calendarOf(shop.companyId)).execute()
  await house.db.insertInto('busy_times').values(busy('2027-01-29T09:00:00Z', '2027-01-29T12:00:00Z')).execute()
  expect(await said()).toBe('Ledigt i dag kl. 13.00')
  await house.db.insertInto('busy_times').values(busy('2027-01-29T12:00:00Z', '2027-01-29T23:00:00Z')).execute()
  expect([await said(), await free()]).toEqual(['Ledigt i morgon kl. 08.00', []])
})

const calendarOf = (company: string) => ({
  company_id: company,
  address_sealed: 'x',
  next_attempt_at: house.clock.now(),
  created_at: house.clock.now(),
})

test('the list for a day leaves out companies that are full, closed or have no active service', async () => {
  const always: [string, string] = ['00:00', '23:59']
  const free = await openShop(house, { hours: always })
  const at = { postcode: free.postcode, hours: always }
  const full = await openShop(house, { ...at, hours: ['10:00', '11:00'] })
  const shut = await openShop(house, at)
  const paused = await openShop(house, { ...at, service: { active: false } })
  const closed = { company_id: shut.companyId, from_day: '2027-01-30', to_day: '2027-01-30', reason: 'Vila' }
  await house.db.insertInto('closed_periods').values(closed).execute()
  const member = await joinNear(house, free)
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(full.serviceId, '2027-01-30', '10:00')))
  const tomorrow = await directory(`postal=${free.postcode}&ledigt=imorgon`)
  expect(idsOf(tomorrow)).toEqual([free.companyId])
  // With two hours' notice and closing at eleven, nothing is left of today.
  expect(idsOf(await directory(`postal=${free.postcode}&ledigt=idag`)).sort()).toEqual(
    [free.companyId, shut.companyId].sort(),
  )
  expect(idsOf(await directory(`postal=${free.postcode}`))).toContain(paused.companyId)
})

test('paging through the list of companies with a free time shows each of them once, in both directions', async () => {
  const first = await openShop(house)
  const made = [first.companyId]
  for (let more = 0; more < pageSize + 6; more++) {
    const shop = await openShop(house, { postcode: first.postcode, service: { active: more % 5 !== 0 } })
    if (more % 5 !== 0) made.push(shop.companyId)
  }
  const seen: string[] = []
  const back: string[] = []
  let page = await directory(`postal=${first.postcode}&ledigt=imorgon`)
  seen.push(...idsOf(page))
  while (page.next) {
    const from = { side: 'after' as const, place: page.next }
    page = await directory(directoryAddress({ postcode: first.postcode, free: 'tomorrow', from }).slice(1))
    seen.push(...idsOf(page))
  }
  expect(seen).toHaveLength(new Set(seen).size)
  expect([...seen].sort()).toEqual([...made].sort())
  while (page.previous) {
    const from = { side: 'before' as const, place: page.previous }
    page = await directory(directoryAddress({ postcode: first.postcode, free: 'tomorrow', from }).slice(1))
    back.unshift(...idsOf(page))
  }
  expect(back).toEqual(seen.slice(0, back.length))
}, 60_000)

test('a company is neither listed nor bookable in a neighbouring postcode, and its profile does not name it', async () => {
  const shop = await openShop(house)
  const beside = String(Number(shop.postcode) + 40_000)
  for (const code of [shop.postcode, beside]) {
    await savePostcode(house.db, { code, name: `Kvarter ${code}`, state: 'open', latitude: null, longitude: null })
  }
  await saveNeighbours(house.db, shop.postcode, beside)
  const neighbour = await joinAsMember(house, { postcode: beside })
  expect(idsOf(await directory(`postal=${beside}`))).toEqual([])
  const form = bookingValues(shop.serviceId, '2027-02-01', '10:00')
  expect(refusalFrom(await requestBooking(house, neighbour.signedIn, form)).message).toMatch(/går inte längre/)
  expect(JSON.stringify(await readCompanyProfile(house, shop.companyId))).not.toContain(beside)
})

test('a company without opening hours is not bookable', async () => {
  const shop = await openShop(house)
  const isBookable = async () => {
    const profile = await readCompanyProfile(house, shop.companyId)
    return 'isBookable' in profile && profile.isBookable
  }
  expect(await isBookable()).toBe(true)
  await house.db.deleteFrom('opening_hours').where('company_id', '=', shop.companyId).execute()
  expect(await isBookable()).toBe(false)
})
