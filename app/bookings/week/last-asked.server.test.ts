import { beforeEach, expect, test } from 'vitest'
import { readCompanyOverview } from '~/shell/overviews/read-company-overview.server'
import { joinNear, openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { changeSeries, insertSeries, putInSeries } from '../repeat/series-store.server'
import { readLastAsked } from './figures-store.server'

/** A series among the latest requests to a company. */
const house = useHouse()
const at = (day: string) => new Date(`2027-${day}T09:00:00Z`)
const now = at('02-03')
let shop = {} as Shop
let eva = ''

beforeEach(async () => {
  setClock(now.toISOString())
  shop = await openShop(house)
  eva = (await joinNear(house, shop)).signedIn.person.id
})

async function repeat(days: readonly string[], given: Parameters<typeof placeBooking>[4] = {}) {
  const about = { customer_id: eva, company_id: shop.companyId, service_id: shop.serviceId, terms: 't' }
  const series = await insertSeries(house.db, {
    ...{ ...about, weeks: 1, start_time: '10:00', on_holidays: false, next_day: '2027-06-01' },
    ...{ due_at: now, created_at: now, confirmed_at: now },
  })
  const turns = []
  for (const day of days) {
    const id = await placeBooking(house, shop, eva, at(day), given)
    await putInSeries(house.db, id, series, `2027-${day}`)
    turns.push(id)
  }
  return { series, turns }
}
const place = (day: string) => placeBooking(house, shop, eva, at(day))
const read = (most = 5) => readLastAsked(house.db, shop.companyId, now, most)
const ids = async (most?: number) => (await read(most)).map(({ id }) => id)
const inFebruary = ['02-01', '02-08', '02-15', '02-22']

test('a series is shown once, by its next turn, in the place of its request', async () => {
  const before = await place('02-04')
  const { turns } = await repeat(inFebruary)
  const after = await place('02-05')
  expect(await ids()).toEqual([after, turns[1], before])
  expect((await read()).map(({ repeatsEvery }) => repeatsEvery)).toEqual([null, 1, null])
})

test('a later turn of a series puts it before nothing that was asked for after it', async () => {
  const { series } = await repeat(inFebruary.slice(1))
  const alone = await place('02-05')
  await putInSeries(house.db, await place('03-01'), series, '2027-03-01')
  expect((await ids())[0]).toBe(alone)
})

test('a series with no turn to come is shown by its last, and repeats no more once it has ended', async () => {
  const { series, turns } = await repeat(['01-18', '01-25'])
  expect(await read()).toMatchObject([{ id: turns[1], repeatsEvery: 1 }])
  await changeSeries(house.db, series, { ended_at: now, ended_by: 'member' })
  expect(await read()).toMatchObject([{ id: turns[1], repeatsEvery: null }])
})

test('a turn that is skipped is not the next', async () => {
  const { turns } = await repeat(inFebruary)
  const cancelled = { status: 'cancelled', cancelled_at: now, cancelled_by: 'member' } as const
  await house.db
    .updateTable('bookings')
    .set(cancelled)
    .where('id', '=', turns[1] ?? '')
    .execute()
  expect(await ids()).toEqual([turns[2]])
})

test('as many rows as are wanted, of series and bookings together', async () => {
  const single = [await place('02-04'), await place('02-05')]
  const first = await repeat(inFebruary)
  const second = await repeat(inFebruary.map((day) => day.replace('02-', '03-')))
  expect(await ids(3)).toEqual([second.turns[0], first.turns[1], single[1]])
  expect(await ids(1)).toEqual([second.turns[0]])
})

test('the company’s overview says how often a series repeats', async () => {
  await repeat(inFebruary)
  await place('02-05')
  const { recent } = (await readCompanyOverview(house, shop.owner.signedIn)) as { recent: { repeats: string | null }[] }
  expect(recent.map(({ repeats }) => repeats)).toEqual([null, 'Upprepas varje vecka'])
})
