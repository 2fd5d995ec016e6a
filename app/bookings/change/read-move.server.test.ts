import { beforeEach, expect, test } from 'vitest'
import { replaceBusyCalendar, replaceBusyTimes } from '~/companies/calendar/busy-store.server'
import { notThere } from '~/shared/outcome'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import { joinAsMember, type Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import type { Side } from '../booking'
import { confirmBooking, declineBooking } from './answer-request.server'
import { readMove } from './read-move.server'

const house = useHouse()
const monday = '2027-02-01'
let shop: Shop
let member: Resident
let id: string

beforeEach(async () => {
  setClock('2027-01-28T09:00:00Z')
  shop = await openShop(house)
  member = await joinNear(house, shop)
  id = valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00'))).id
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
})
const move = (who: Resident, side: Side, asked: string | null = null, booking = id) =>
  readMove(house, who.signedIn, side, booking, asked)

test('both sides see the free times and the name of the other side', async () => {
  const [theirs, companys] = [
    found(await move(member, 'member', monday)),
    found(await move(shop.owner, 'company', monday)),
  ]
  expect([theirs.otherSide, companys.otherSide]).toEqual(['Lind Städ AB', member.signedIn.person.name])
  for (const { day, starts, notNow, noneBecause, isFull } of [theirs, companys]) {
    expect({ day, notNow, noneBecause, isFull }).toEqual({
      day: monday,
      notNow: null,
      noneBecause: null,
      isFull: false,
    })
    const labels = starts.map(({ label }) => label)
    // The booking's own time is not offered; overlapping times beside it are.
    expect(labels).toContain('09.30')
    expect(labels).toContain('10.30')
    expect(labels).not.toContain('10.00')
  }
})

test('the member reads which times are too soon to cancel free of charge, before proposing one', async () => {
  const at = async (day: string) => found(await move(member, 'member', day)).tooSoon
  expect([await at('2027-01-28'), await at(monday)]).toEqual([
    'Tiderna den här dagen är så nära att de inte går att avboka utan kostnad när företaget har sagt ja.',
    null,
  ])
  expect(found(await move(shop.owner, 'company', '2027-01-28')).tooSoon).toBeNull()
})

test('the first day with a free time is chosen by default, and a day without one gives the reason', async () => {
  expect(found(await move(member, 'member')).day).toBe('2027-01-28')
  const past = found(await move(member, 'member', '2027-01-01'))
  expect(past).toMatchObject({
    day: '2027-01-01',
    starts: [],
    dayInWords: null,
    noneBecause: 'Dagen går inte att boka',
  })
  await house.db.deleteFrom('opening_hours').where('company_id', '=', shop.companyId).where('weekday', '=', 2).execute()
  const closed = found(await move(member, 'member', '2027-02-02'))
  expect(closed.starts).toEqual([])
  expect(closed.noneBecause).toBe(closed.unavailable['2027-02-02'])
  await house.db.deleteFrom('opening_hours').where('company_id', '=', shop.companyId).execute()
  expect(found(await move(member, 'member'))).toMatchObject({ isFull: true, day: null, starts: [] })
})

test('the member sees before proposing which times are too soon to cancel free of charge, and the company does not', async () => {
  const tooSoon = async (who: Resident, side: Side, day: string) => found(await move(who, side, day)).tooSoon
  expect(await tooSoon(member, 'member', '2027-01-28')).toMatch(/^Tiderna den här dagen är så nära/)
  // The limit of 24 hours is over at 10.00, which is when it is now.
  expect(await tooSoon(member, 'member', '2027-01-29')).toMatch(/^En tid före kl. 10.00 är så nära/)
  expect(await tooSoon(member, 'member', '2027-01-30')).toBeNull()
  expect(await tooSoon(shop.owner, 'company', '2027-01-28')).toBeNull()
})

test('a busy time of the company’s own calendar is not offered, even in the first hour of a day', async () => {
  const night = await openShop(house, { hours: ['00:00', '23:59'], service: { notice_hours: 0 } })
  const [guest, at] = [await joinNear(house, night), (time: string) => Date.parse(`2027-01-29T${time}:00Z`)]
  const values = bookingValues(night.serviceId, monday, '10:00')
  const booked = valueFrom(await requestBooking(house, guest.signedIn, values)).id
  valueFrom(await confirmBooking(house, night.owner.signedIn, { id: booked }))
  await replaceBusyCalendar(house.db, night.companyId, 'sealed', house.clock.now())
  await replaceBusyTimes(house.db, night.companyId, [{ from: at('23:00'), to: at('23:59') }])
  // 00.05 in Stockholm. The busy time ends at 00.59, which in UTC is on the day before.
  setClock('2027-01-29T23:05:00Z')
  const { day, starts } = found(await move(guest, 'member', '2027-01-30', booked))
  expect([day, starts[0]?.label]).toEqual(['2027-01-30', '01.00'])
})

test('a booking that can no longer be moved says so and offers no times', async () => {
  const off = valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '13:00'))).id
  valueFrom(await declineBooking(house, shop.owner.signedIn, { id: off, reason: 'Fullt' }))
  const read = found(await move(member, 'member', null, off))
  expect(read.notNow).toBeTruthy()
  expect(read).toMatchObject({ starts: [], isFull: false })
})

test('a booking is not found by strangers, from the wrong side or by an invalid id', async () => {
  const stranger = await joinAsMember(house)
  for (const [who, side] of [
    [stranger, 'member'],
    [stranger, 'company'],
    [member, 'company'],
    [shop.owner, 'member'],
  ] as const) {
    expect(await move(who, side)).toEqual(notThere)
  }
  for (const wrong of ['', 'x', '01a2055a-38c7-744c-bd9d-f3fc8de13ff8']) {
    expect(await move(member, 'member', null, wrong)).toEqual(notThere)
  }
})
