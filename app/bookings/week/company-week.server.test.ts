import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addService, joinNear, openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { readFreeOn, readSoonest } from '../soonest/read-soonest.server'
import { soonestWords } from '../soonest/soonest-words.server'
import { insertOffer, insertWait } from '../waiting/wait-store.server'
import { readCompanyWeek } from './read-company-week.server'

/** The week of a company with nights at both of its ends, and the soonest free times. */
const real = useHouse()
const house = useTakenBack(real)
// A Wednesday. DST begins on the last Sunday of March.
const now = new Date('2027-02-03T09:00:00Z')
let [shop, other] = [] as unknown as [Shop, Shop]
let eva = ''

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(real, { capacity: 3 })
  other = await openShop(real, { postcode: shop.postcode, capacity: 3 })
  eva = (await joinNear(real, shop)).signedIn.person.id
})
beforeEach(() => setClock(now.toISOString()))

const place = (moment: string, given: Parameters<typeof placeBooking>[4] = {}, of = shop) =>
  placeBooking(house, of, eva, new Date(moment), given)
const week = (dag?: string) => readCompanyWeek(house, shop.owner.signedIn, new URLSearchParams(dag ? { dag } : {}))

describe('a week', () => {
  test('begins on Monday, marks today and links the weeks before and after', async () => {
    // Night jobs in the adjacent weeks do not extend the hours shown.
    for (const night of ['2027-01-27T02:00:00Z', '2027-02-09T02:00:00Z']) await place(night)
    const first = await week()
    expect(first).toMatchObject({
      ...{ title: 'Vecka 5', span: 'måndag 1 februari till söndag 7 februari', isThisWeek: true },
      ...{ previous: '2027-01-25', next: '2027-02-08', hours: [8, 9, 10, 11, 12, 13, 14, 15, 16] },
    })
    expect(first.days.map(({ day, isToday }) => [day, isToday])).toEqual(
      ['01', '02', '03', '04', '05', '06', '07'].map((day) => [`2027-02-${day}`, day === '03']),
    )
    expect(first.days[0]?.label).toBe('mån 1 feb.')
    for (const asked of ['2027-02-01', '2027-02-07', 'nonsens']) expect((await week(asked)).title).toBe('Vecka 5')
    expect(await week('2027-02-08')).toMatchObject({ title: 'Vecka 6', isThisWeek: false, previous: '2027-02-01' })
    expect((await week('2027-03-28')).days.map(({ day }) => day).at(-1)).toBe('2027-03-28')
  })

  test('shows the jobs that overlap it, in one piece per local day, and the held times', async () => {
    await place('2027-01-31T22:30:00Z', { minutes: 60, service_title: 'Natt' })
    await place('2027-01-31T21:00:00Z', { minutes: 120, lane: 2 })
    await place('2027-02-07T22:00:00Z', { minutes: 120, lane: 3, status: 'pending', service_title: 'Söndag' })
    await place('2027-02-07T23:00:00Z', { lane: 2 })
    await place('2027-02-02T09:00:00Z', { status: 'cancelled' })
    await place('2027-02-02T09:00:00Z', {}, other)
    const wait_id = await insertWait(house.db, {
      ...{ id: crypto.randomUUID(), customer_id: eva, company_id: shop.companyId, service_id: shop.serviceId },
      ...{ service_title: 'Hemstäd', from_day: '2027-02-04', to_day: '2027-02-10', part: 'any', early_start: 'ja' },
      asked_at: now,
    })
    const [starts_at, ends_at] = [new Date('2027-02-04T12:00:00Z'), new Date('2027-02-04T13:00:00Z')]
    await insertOffer(house.db, {
      ...{ wait_id: wait_id ?? '', company_id: shop.companyId, starts_at, ends_at, busy_until: ends_at, lane: 1 },
      ...{ offered_at: now, tell_at: now, until_at: new Date('2027-02-03T11:00:00Z') },
    })
    const { days, hours } = await week()
    const pieces = days.flatMap(({ day, jobs }) =>
      jobs.map(({ title, starts, ends, status, customer, heldUntil }) => [
        ...[day.slice(8), title, `${starts}-${ends}`, status, customer, heldUntil],
      ]),
    )
    expect(pieces).toEqual([
      ['01', 'Natt', '23.30-00.30', 'confirmed', 'Eva Lind', null],
      ['04', 'Hemstäd', '13.00-14.00', null, null, 'ons 3 feb. kl. 12.00'],
      ['07', 'Söndag', '23.00-01.00', 'pending', 'Eva Lind', null],
    ])
    expect([hours[0], hours.at(-1)]).toEqual([0, 23])
    const [monday, , , thursday] = days.map(({ jobs }) => jobs[0]?.place)
    // A job of 30 minutes is shown with the least height of 40 minutes.
    expect(monday).toMatchObject({ top: 0, left: 0, width: 100 })
    expect(monday?.height).toBeCloseTo((100 * 40) / 1440)
    expect(thursday?.top).toBeCloseTo((100 * 13) / 24)
    expect(thursday?.height).toBeCloseTo(100 / 24)
  })

  test('shows a job that ends at midnight in one piece, and a job in the repeated hour when DST ends', async () => {
    await place('2027-02-02T22:00:00Z')
    const tuesday = (await week()).days.filter(({ jobs }) => jobs.length > 0).map(({ day }) => day)
    expect(tuesday).toEqual(['2027-02-02'])
    // From 02.30 summer time to 02.30 winter time, an hour later.
    await place('2027-10-31T00:30:00Z', { minutes: 60 })
    const [, , , , , , sunday] = (await week('2027-10-31')).days
    expect(sunday?.jobs).toMatchObject([{ starts: '02.30', ends: '02.30' }])
  })
})

describe('the soonest free time', () => {
  const soonest = async (...ids: string[]) =>
    (await readSoonest(house.db, ids, now)).map(({ serviceId, start }) => [serviceId, new Date(start).toISOString()])

  test('is given for each service of the companies, within two weeks and with its notice', async () => {
    const slow = await addService(house, shop.companyId, { title: 'Målning', notice_hours: 48 })
    const far = await addService(house, shop.companyId, { title: 'Flytt', notice_hours: 14 * 24 })
    // As long as the opening hours: must begin at opening time. Longer: may begin at any time while open.
    const whole = await addService(house, shop.companyId, { title: 'Tak', duration_min: 600 })
    const longer = await addService(house, shop.companyId, { title: 'Altan', duration_min: 615 })
    expect(new Map((await soonest(shop.companyId)) as [string, string][])).toEqual(
      new Map([
        [shop.serviceId, '2027-02-03T11:00:00.000Z'],
        [slow, '2027-02-05T09:00:00.000Z'],
        [whole, '2027-02-04T07:00:00.000Z'],
        [longer, '2027-02-03T11:00:00.000Z'],
      ]),
    )
    expect(far).not.toBe(slow)
    expect(await soonest()).toEqual([])
    expect((await soonest(shop.companyId, other.companyId)).length).toBe(5)
  })

  test('skips times that are booked at that company, but not cancelled ones', async () => {
    for (const lane of [1, 2, 3]) await place('2027-02-03T11:00:00Z', { lane, minutes: 120 }, other)
    await place('2027-02-03T11:00:00Z', { lane: 1, minutes: 120, status: 'cancelled' })
    expect(await soonest(other.companyId, shop.companyId)).toEqual(
      expect.arrayContaining([
        [other.serviceId, '2027-02-03T13:00:00.000Z'],
        [shop.serviceId, '2027-02-03T11:00:00.000Z'],
      ]),
    )
    for (const lane of [1, 2, 3]) await place('2027-02-04T07:00:00Z', { lane, minutes: 600 }, other)
    const both = [shop.companyId, other.companyId]
    expect(await readFreeOn(house.db, both, '2027-02-04', now)).toEqual(new Set([shop.companyId]))
    expect(await readFreeOn(house.db, both, '2027-02-05', now)).toEqual(new Set(both))
    expect(await readFreeOn(house.db, both, '2027-02-02', now)).toEqual(new Set())
  })

  test.each([
    ['2027-02-03T13:00:00Z', 'Ledigt i dag kl. 14.00'],
    ['2027-02-03T22:59:00Z', 'Ledigt i dag kl. 23.59'],
    ['2027-02-03T23:00:00Z', 'Ledigt i morgon kl. 00.00'],
    ['2027-02-04T23:00:00Z', 'Ledigt fre 5 feb. kl. 00.00'],
  ])('at %s is put in words as %s', (start, words) => {
    expect(soonestWords(Date.parse(start), now)).toBe(words)
  })
})
