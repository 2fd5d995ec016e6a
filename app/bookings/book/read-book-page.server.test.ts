import { beforeEach, expect, test } from 'vitest'
import { addService, bookingValues, joinNear, openShop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { readRepeatPage } from '../repeat/read-repeat-page.server'
import { type BookSearch, bookAddress, readBookSearch } from './book-address'
import { readBookPage } from './read-book-page.server'
import { requestBooking } from './request-booking.server'

const house = useHouse()
const search = (given: Partial<BookSearch> = {}): BookSearch => ({
  text: '',
  category: null,
  after: null,
  service: null,
  day: null,
  ...given,
})

beforeEach(() => {
  setClock('2027-01-29T09:00:00Z')
})

test('the page lists services of the postcode, partners first, and none that are paused, removed or hidden', async () => {
  const shop = await openShop(house, { service: { title: 'Fönsterputs' } })
  const partner = await openShop(house, {
    postcode: shop.postcode,
    service: { title: 'Larmkoll', category: 'security' },
  })
  await house.db
    .updateTable('companies')
    .set({ is_security_partner: true })
    .where('id', '=', partner.companyId)
    .execute()
  await addService(house, shop.companyId, { title: 'Pausad', active: false })
  await addService(house, shop.companyId, { title: 'Borta', deleted_at: new Date() })
  const hidden = await openShop(house, { postcode: shop.postcode, service: { title: 'Dold' } })
  const hide = { review_state: 'hidden', hidden_reason: 'Fel' } as const
  await house.db.updateTable('companies').set(hide).where('id', '=', hidden.companyId).execute()
  await openShop(house, { service: { title: 'Långt bort' } })
  const { signedIn } = await joinNear(house, shop)
  const page = await readBookPage(house, signedIn, search())
  expect(page.services.map(({ title }) => title)).toEqual(['Larmkoll', 'Fönsterputs'])
  expect(page.categories.sort()).toEqual(['cleaning', 'security'])
  const titles = async (given: Partial<BookSearch>) =>
    (await readBookPage(house, signedIn, search(given))).services.map(({ title }) => title)
  expect(await titles({ text: 'fonsterput' })).toEqual(['Fönsterputs'])
  // Found by its category, although the word does not occur in the service itself.
  expect(await titles({ text: 'vaktare' })).toEqual(['Larmkoll'])
  expect(await titles({ text: '100% _' })).toEqual([])
  expect(await titles({ category: 'security' })).toEqual(['Larmkoll'])
})

test('the page paginates a long list with each service exactly once', async () => {
  const shop = await openShop(house)
  for (let more = 0; more < 50; more++) await addService(house, shop.companyId, { title: `Tjänst ${more}` })
  const { signedIn } = await joinNear(house, shop)
  const seen: string[] = []
  let after: string | null = null
  do {
    const page = await readBookPage(house, signedIn, search({ after }))
    expect(page.services.length).toBeLessThanOrEqual(24)
    seen.push(...page.services.map(({ id }) => id))
    after = page.next
  } while (after)
  expect(seen).toHaveLength(51)
  expect(new Set(seen).size).toBe(51)
})

test('the page shows the free days of a chosen service and why others are unavailable', async () => {
  const shop = await openShop(house, { hours: ['09:00', '10:00'] })
  const closed = { company_id: shop.companyId, from_day: '2027-02-03', to_day: '2027-02-04', reason: 'Sportlov' }
  await house.db.insertInto('closed_periods').values(closed).execute()
  const member = await joinNear(house, shop)
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, '2027-02-01', '09:00')))
  const read = async (day: string | null) =>
    (await readBookPage(house, member.signedIn, search({ service: shop.serviceId, day }))).chosen
  expect(await read(null)).toMatchObject({
    first: '2027-01-29',
    last: '2027-04-29',
    day: '2027-01-30',
    nextFree: '2027-01-31',
    starts: [{ label: '09.00' }],
    unavailable: {
      '2027-01-29': 'För kort varsel',
      '2027-02-01': 'Krockar med en egen bokning',
      '2027-02-03': 'Stängt: Sportlov',
      '2027-02-04': 'Stängt: Sportlov',
    },
  })
  expect(await read('2027-02-02')).toMatchObject({ starts: [{ label: '09.00', part: 'Förmiddag' }], noneBecause: null })
  expect(await read('2027-02-03')).toMatchObject({
    starts: [],
    noneBecause: 'Stängt: Sportlov',
    nextFree: '2027-02-05',
  })
  expect(await read('2028-02-03')).toMatchObject({ starts: [], noneBecause: 'Dagen går inte att boka' })
})

test('the page reports a service that no longer exists as gone, and refuses a company', async () => {
  const shop = await openShop(house)
  const { signedIn } = await joinNear(house, shop)
  const page = await readBookPage(house, signedIn, search({ service: '00000000-0000-4000-8000-000000000000' }))
  expect(page).toMatchObject({ isGone: true, chosen: null })
  await expect(readBookPage(house, shop.owner.signedIn, search())).rejects.toThrow('not allowed')
})

test('the page shows no services to a member without a postcode', async () => {
  const shop = await openShop(house)
  const { signedIn } = await joinNear(house, shop)
  const nowhere = { ...signedIn, person: { ...signedIn.person, postcode: '' } }
  expect(await readBookPage(house, nowhere, search())).toMatchObject({ postcode: '', services: [] })
})

test('invalid parameters in the address are ignored', () => {
  const params = new URLSearchParams('q=%20st%C3%A4d%20&service=x&day=2027-02-30&after=1')
  expect(readBookSearch(params)).toEqual(search({ text: 'städ' }))
  expect(bookAddress({ text: 'a&b', day: '2027-02-01' })).toBe('/dashboard/customer/book?q=a%26b&day=2027-02-01')
})

test('the repeat page lists the coming occurrences, says why one is skipped, and preselects a time without a clash', async () => {
  const shop = await openShop(house)
  const { signedIn } = await joinNear(house, shop)
  const page = (given: Record<string, string> = {}, who = signedIn) =>
    readRepeatPage(house, who, new URLSearchParams({ service: shop.serviceId, ...given }))
  const plain = await page()
  // Defaults: the first free time, every other week.
  expect(plain).toMatchObject({ weeks: 2, holidays: false, hasDiscount: true, asksForEarlyStart: true })
  expect(plain.start).toEqual(plain.chosen?.starts[0])
  expect(plain.ownPhone).toBe('070-123 45 67')

  const monday = { day: '2027-03-01', start: '2027-03-01T09:00:00Z', weeks: '4' }
  const chosen = await page({ ...monday, holidays: 'on' })
  expect(chosen).toMatchObject({ weeks: 4, holidays: true, asksForEarlyStart: false, start: { at: monday.start } })
  expect(chosen.coming.slice(0, 2)).toEqual([
    { when: 'mån 29 mars', why: null, holiday: 'Annandag påsk' },
    { when: 'mån 26 apr.', why: null, holiday: null },
  ])
  const [easter] = (await page(monday)).coming
  expect(easter).toEqual({ when: 'mån 29 mars', why: 'Helgdag: annandag påsk', holiday: null })
  expect((await page({ ...monday, holidays: 'on' })).days).toBe(chosen.days)
  expect((await page(monday)).days).not.toBe(chosen.days)

  // The member's own booking occupies the first time of that day, so the next free one is preselected.
  const first = (await page({ day: monday.day })).start
  valueFrom(await requestBooking(house, signedIn, bookingValues(shop.serviceId, monday.day, '08:00')))
  const after = (await page({ day: monday.day })).start
  expect([first?.label, after?.label]).toEqual(['08.00', '09.00'])
  // A booking of theirs at another company: the first time that does not clash with it.
  const other = await openShop(house, { postcode: shop.postcode })
  valueFrom(await requestBooking(house, signedIn, bookingValues(other.serviceId, monday.day, '09:00')))
  expect((await page({ day: monday.day })).start?.label).toBe('10.00')
  const nowhere = { ...signedIn, person: { ...signedIn.person, postcode: '' } }
  expect(await page({}, nowhere)).toMatchObject({ chosen: null, start: null, coming: [] })

  for (const service of ['', 'x', shop.companyId])
    expect(await page({ service })).toMatchObject({ chosen: null, start: null, coming: [], days: '' })
  await expect(page({}, shop.owner.signedIn)).rejects.toThrow('not allowed')
})
