import ICAL from 'ical.js'
import { beforeEach, expect, test } from 'vitest'
import { openKeys } from '~/platform/keys.server'
import { notThere } from '~/shared/outcome'
import { bookingValues, joinNear, openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import { block, joinAsAdmin, type Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { answerProposal } from '../change/answer-proposal.server'
import { confirmBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { proposeTime } from '../change/propose-time.server'
import { calendarUid } from './calendar-file'
import { calendarKey, feedIdOf } from './calendar-key.server'
import { readCalendarFile, readFeedAddress, readFeedFile, renewFeed, revokeFeed } from './follow-calendar.server'

const house = useHouse()
let shop: Shop
let member: Resident
let id: string

beforeEach(async () => {
  setClock('2027-03-20T09:00:00Z')
  shop = await openShop(house)
  member = await joinNear(house, shop)
  // The Sunday of the change to summer time, which applies at ten o'clock.
  const form = bookingValues(shop.serviceId, '2027-03-28', '10:00', { address: 'Provgatan 1, nb' })
  id = valueFrom(await requestBooking(house, member.signedIn, form)).id
})

const keyOf = (address: string) => new URL(address).searchParams.get('key') ?? ''

async function newKey(resident = member) {
  valueFrom(await renewFeed(house, resident.signedIn))
  const feed = await readFeedAddress(house, resident.signedIn)
  return keyOf(feed?.address ?? '')
}

/** The events as a calendar program parses them. */
function read(file: string | null) {
  const calendar = new ICAL.Component(ICAL.parse(file ?? ''))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: component.getFirstPropertyValue('status'),
      title: event.summary,
      location: event.location,
      startsAt: event.startDate.toJSDate().toISOString(),
    }
  })
}

test('a feed shows a booking from request to cancellation as one event with a rising sequence', async () => {
  const key = await newKey()
  const [asked] = read(await readFeedFile(house, key))
  expect(asked).toMatchObject({
    uid: calendarUid(id),
    sequence: 0,
    status: 'TENTATIVE',
    location: 'Provgatan 1, nb',
    startsAt: '2027-03-28T08:00:00.000Z',
  })
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  const [confirmed] = read(await readFeedFile(house, key))
  expect(confirmed).toMatchObject({ uid: asked?.uid, status: 'CONFIRMED', sequence: 1 })

  // On the day before, winter time still applies.
  const start = new Date('2027-03-27T09:00:00Z').toISOString()
  valueFrom(await proposeTime(house, member.signedIn, { id, start }))
  valueFrom(await answerProposal(house, shop.owner.signedIn, { id, answer: 'yes' }))
  const [moved] = read(await readFeedFile(house, key))
  expect(moved).toMatchObject({ uid: asked?.uid, status: 'CONFIRMED', startsAt: '2027-03-27T09:00:00.000Z' })
  expect(moved?.sequence).toBeGreaterThan(1)

  valueFrom(await cancelBooking(house, member.signedIn, { id }))
  const [off] = read(await readFeedFile(house, key))
  expect(off).toMatchObject({ uid: asked?.uid, status: 'CANCELLED', title: expect.stringMatching(/^Avbokad: /) })
  expect(off?.sequence).toBeGreaterThan(moved?.sequence ?? 99)
  expect(read(found(await readCalendarFile(house, member.signedIn, id)))).toEqual([off])
})

test('a feed opens only with its own key, and refuses forged ones', async () => {
  const key = await newKey()
  const other = await newKey(await joinNear(house, shop))
  expect(read(await readFeedFile(house, other))).toEqual([])
  const [feedId = ''] = key.split('.')
  const [, otherSeal] = other.split('.')
  for (const wrong of ['', feedId, `${feedId}.`, `${feedId}.${otherSeal}`, `${key}x`, key.toUpperCase()]) {
    expect(await readFeedFile(house, wrong)).toBeNull()
  }
  // The feed's id in the database is useless without the product's signing key.
  expect(feedIdOf(openKeys(['another secret']), calendarKey(house.keys, feedId))).toBeNull()
})

test('renewing a feed ends the previous address, and revoking it ends the last one', async () => {
  const first = await newKey()
  const second = await newKey()
  expect(second).not.toBe(first)
  expect(await readFeedFile(house, first)).toBeNull()
  expect(read(await readFeedFile(house, second))).toHaveLength(1)
  valueFrom(await revokeFeed(house, member.signedIn))
  expect(await readFeedFile(house, second)).toBeNull()
  expect(await readFeedAddress(house, member.signedIn)).toBeNull()
})

test('two concurrent renewals leave one address', async () => {
  await Promise.all([renewFeed(house, member.signedIn), renewFeed(house, member.signedIn)])
  const feed = await readFeedAddress(house, member.signedIn)
  expect(read(await readFeedFile(house, keyOf(feed?.address ?? '')))).toHaveLength(1)
})

test('a feed shows when its own address was last read, to the hour', async () => {
  const key = await newKey()
  await newKey(shop.owner)
  const lastRead = async (who = member) => (await readFeedAddress(house, who.signedIn))?.lastRead
  expect(await lastRead()).toBeNull()
  for (const [moment, said] of [
    ['2027-03-20T09:00:00Z', '20 mars 10.00'],
    ['2027-03-20T10:00:00Z', '20 mars 10.00'],
    ['2027-03-20T10:00:01Z', '20 mars 11.00'],
  ] as const) {
    setClock(moment)
    await readFeedFile(house, key)
    expect(await lastRead()).toBe(said)
  }
  expect(await lastRead(shop.owner)).toBeNull()
})

test('a feed reaches sixty days back and contains the latest 500 bookings', async () => {
  const key = await newKey()
  const back = (days: number, minutes = 0) => new Date(house.clock.now().getTime() - (days * 1_440 + minutes) * 60_000)
  const off = { status: 'cancelled' } as const
  const place = (startsAt: Date) => placeBooking(house, shop, member.signedIn.person.id, startsAt, off)
  const edge = await place(back(60))
  await place(back(60, 1))
  const shown = async () => read(await readFeedFile(house, key)).map(({ uid }) => uid)
  expect(await shown()).toEqual([id, edge].map(calendarUid))
  const {
    busy: _busy,
    id: _id,
    ...row
  } = await house.db.selectFrom('bookings').selectAll().where('id', '=', edge).executeTakeFirstOrThrow()
  const times = { scheduled_at: back(30), ends_at: back(30, -60), busy_until: back(30, -60) }
  const more = Array.from({ length: 499 }, () => ({ ...row, key: crypto.randomUUID(), ...times }))
  await house.db.insertInto('bookings').values(more).execute()
  const file = (await readFeedFile(house, key)) ?? ''
  expect(file.match(/^UID:/gm)).toHaveLength(500)
  expect([id, edge].map((one) => file.includes(calendarUid(one)))).toEqual([true, false])
})

test('a company’s feed has service, time and link but no personal data, and closes when the owner is blocked', async () => {
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  const key = await newKey(shop.owner)
  const file = (await readFeedFile(house, key)) ?? ''
  expect(read(file)).toMatchObject([{ uid: calendarUid(id), status: 'CONFIRMED', title: 'Hemstäd', location: null }])
  expect(file.replaceAll('\r\n ', '')).toContain(`/dashboard/provider/bookings/${id}`)
  const { person } = member.signedIn
  for (const own of [person.name, person.email, person.phone ?? '-', 'Provgatan']) expect(file).not.toContain(own)
  await block(house, shop.owner, new Date())
  expect(await readFeedFile(house, key)).toBeNull()
})

test('a booking with a company that cannot answer is tentative and ”Osäker” in the member’s calendar', async () => {
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  const key = await newKey()
  await block(house, shop.owner, new Date())
  const file = await readFeedFile(house, key)
  const inDoubt = { status: 'TENTATIVE', title: 'Osäker: Hemstäd hos Lind Städ AB' }
  expect(read(file)).toMatchObject([inDoubt])
  expect(read(found(await readCalendarFile(house, member.signedIn, id)))).toMatchObject([inDoubt])
  expect(file).toContain('Företaget kan inte svara')
  await block(house, shop.owner, null)
  expect(read(await readFeedFile(house, key))).toMatchObject([
    { status: 'CONFIRMED', title: 'Hemstäd hos Lind Städ AB' },
  ])
})

test('a company that has left has no feed', async () => {
  const key = await newKey(shop.owner)
  expect(read(await readFeedFile(house, key))).toHaveLength(1)
  await house.db.updateTable('companies').set({ deleted_at: new Date() }).where('id', '=', shop.companyId).execute()
  expect(await readFeedFile(house, key)).toBeNull()
})

test("another member's booking cannot be downloaded, and administrators have no feed", async () => {
  const other = await joinNear(house, shop)
  expect(await readCalendarFile(house, other.signedIn, id)).toEqual(notThere)
  expect(await readCalendarFile(house, shop.owner.signedIn, id)).toEqual(notThere)
  const admin = await joinAsAdmin(house)
  await expect(renewFeed(house, admin.signedIn)).rejects.toThrow('not allowed')
})
