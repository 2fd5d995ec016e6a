import { beforeAll, beforeEach, expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, type Shop, seenOf, setClock } from '../../../test/support/bookings'
import { useHouse, useTakenBack } from '../../../test/support/house'
import { refusalFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import type { Side } from '../booking'
import { readDiaryEntry } from '../diaries/diary-store.server'
import { takeOfferedTime } from '../waiting/answer-offer.server'
import { readSeriesOfBooking } from './read-series.server'
import { insertSeries, putInSeries } from './series-store.server'

const real = useHouse()
const house = useTakenBack(real)
const now = new Date('2027-01-29T09:00:00Z')
let shop: Shop
let member: Resident

beforeAll(async () => {
  shop = await openShop(real, { capacity: 3 })
  member = await joinNear(real, shop)
})
beforeEach(() => setClock(now.toISOString()))

const series = (given: Record<string, unknown> = {}) =>
  insertSeries(house.db, {
    customer_id: member.signedIn.person.id,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    weeks: 2,
    start_time: '10:00',
    on_holidays: false,
    terms: seenOf(shop.serviceId),
    next_day: '2027-03-15',
    due_at: now,
    created_at: now,
    confirmed_at: now,
    ...given,
  })
async function time(seriesId: string | null, day: string, given: Parameters<typeof placeBooking>[4] = {}) {
  const id = await placeBooking(house, shop, member.signedIn.person.id, new Date(`${day}T09:00:00Z`), given)
  if (seriesId) await putInSeries(house.db, id, seriesId, day)
  return id
}
async function seen(id: string, side: Side = 'member') {
  const booking = await readDiaryEntry(house.db, { companyId: shop.companyId }, id)
  if (!booking) throw new Error('no booking')
  return readSeriesOfBooking(house.db, side, booking, now)
}

test('a running series shows its bookings ahead, and which one this is', async () => {
  const id = await series()
  const first = await time(id, '2027-02-15')
  const second = await time(id, '2027-03-01')
  await time(id, '2027-02-01', { status: 'cancelled' })
  const view = await seen(first)
  expect(view).toMatchObject({ isAsked: false, isStopped: false, coming: [], question: null })
  expect(view?.ahead.map(({ id: one, isThis }) => [one, isThis])).toEqual([
    [first, true],
    [second, false],
  ])
})

test('changed terms are asked of the member only, the company sees that the member has not answered, and a series of a paused service is stopped', async () => {
  const id = await time(await series({ terms: 'annat' }), '2027-02-15')
  const { question } = (await seen(id)) ?? {}
  expect(question).toMatchObject({ seen: seenOf(shop.serviceId), asksForEarlyStart: false })
  expect(await seen(id, 'company')).toMatchObject({ question: null, waitsForMember: true })
  const same = await time(await series(), '2027-02-16')
  expect(await seen(same, 'company')).toMatchObject({ question: null, waitsForMember: false })
  const soon = await time(await series({ terms: 'annat', next_day: '2027-02-08' }), '2027-02-02', { lane: 2 })
  expect((await seen(soon))?.question).toMatchObject({ asksForEarlyStart: true })
  await house.db.updateTable('services').set({ active: false }).where('id', '=', shop.serviceId).execute()
  expect(await seen(id)).toMatchObject({ isStopped: true, question: null })
})

test('a requested series shows its coming times, and nothing is shown once it is cancelled or ended', async () => {
  const asked = await series({ confirmed_at: null })
  const view = await seen(await time(asked, '2027-02-15', { status: 'pending' }))
  expect(view).toMatchObject({ isAsked: true, ahead: [], question: null })
  // Every other Monday, as far ahead as can be booked.
  expect(view?.coming.length).toBeGreaterThan(2)
  expect(await seen(await time(asked, '2027-03-01', { status: 'cancelled' }))).toBeNull()
  const ended = await series({ ended_at: now, ended_by: 'member' })
  expect([await seen(await time(ended, '2027-03-15')), await seen(await time(null, '2027-03-16'))]).toEqual([
    null,
    null,
  ])
})

test('the form for an offered time accepts 40 characters of seen terms and 300 of address, and no more', async () => {
  const fieldsOf = async (given: Record<string, string>) =>
    Object.keys(refusalFrom(await takeOfferedTime(real, member.signedIn, { id: crypto.randomUUID(), ...given })).fields)
  for (const [field, most] of [
    ['seen', 40],
    ['address', 300],
  ] as const) {
    expect(await fieldsOf({ [field]: 'x'.repeat(most + 1) })).toEqual([field])
    expect(await fieldsOf({ [field]: 'x'.repeat(most) })).toEqual([])
  }
})
