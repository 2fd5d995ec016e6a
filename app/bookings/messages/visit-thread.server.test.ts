import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openForVisits, type Shop, setClock, visitOf, visitValues } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { confirmBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { leaveBookings } from '../change/leave-bookings.server'
import { readCompanyBooking } from '../diaries/read-company-diary.server'
import { readMemberBooking } from '../diaries/read-member-diary.server'
import { MOST_MESSAGES } from './message'
import { writeMessage } from './write-message.server'

/** All bookings of a visit share one thread (docs/decisions/0220). */

const house = useHouse()
let shop: Shop
let member: Resident
let first: string
let second: string

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  const open = await openForVisits(house)
  ;({ shop, member } = open)
  const form = visitValues([open.windows, open.hedge], '2027-02-01', '10:00')
  const { id } = valueFrom(await requestBooking(house, member.signedIn, form))
  ;[first = '', second = ''] = (await visitOf(house, id)).map((one) => one.id)
  await house.deliver()
})

const write = async (by: Resident, id: string, message: string) =>
  valueFrom(await writeMessage(house, by.signedIn, { id, key: randomUUID(), message }))
const bodies = ({ messages }: { messages: readonly { body: string }[] }) => messages.map(({ body }) => body)
const read = async (id: string) => ({
  member: found(await readMemberBooking(house, member.signedIn, id)).conversation,
  company: found(await readCompanyBooking(house, shop.owner.signedIn, id)).conversation,
})

test('a message to one booking of a visit is shown at all of them, to both sides', async () => {
  await write(member, second, 'Portkoden är #4711.')
  house.clock.forward({ minutes: 1 })
  await write(shop.owner, first, 'Tack!')
  for (const id of [first, second]) {
    const { member: mine, company: theirs } = await read(id)
    expect(bodies(mine)).toEqual(['Portkoden är #4711.', 'Tack!'])
    expect(bodies(theirs)).toEqual(['Portkoden är #4711.', 'Tack!'])
    expect([mine.isOfVisit, theirs.isOfVisit]).toEqual([true, true])
  }
})

test('an older message stored with a single booking is shown at the whole visit', async () => {
  const sent = { id: randomUUID(), booking_id: second, by: 'member', body: 'Hej', sent_at: house.clock.now() } as const
  await house.db.insertInto('booking_messages').values(sent).execute()
  expect(bodies((await read(first)).company)).toEqual(['Hej'])
})

test('the letter about a message names the visit, or what is left of it', async () => {
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id: first }))
  await house.deliver()
  await write(member, second, 'Hej')
  expect((await house.deliver()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Nytt meddelande: Fönsterputs och Häck mån/),
  ])
  valueFrom(await cancelBooking(house, member.signedIn, { id: first }))
  await house.deliver()
  await write(shop.owner, second, 'Hej')
  expect((await house.deliver()).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Nytt meddelande: Häck mån/),
  ])
})

test('a visit has the message limit of a single booking, and the deadline of its last one', async () => {
  // More than thirty days after the first job, less than thirty after the second.
  setClock('2027-03-03T10:30:00Z')
  expect((await read(first)).member.notNow).toBeNull()
  await write(member, first, 'Tack för sist')
  const more = Array.from({ length: MOST_MESSAGES - 1 }, (_, index) => ({
    id: randomUUID() as string,
    booking_id: index % 2 ? first : second,
    by: 'company' as const,
    body: 'Hej',
    sent_at: house.clock.now(),
  }))
  await house.db.insertInto('booking_messages').values(more).execute()
  for (const id of [first, second]) {
    const answer = await writeMessage(house, member.signedIn, { id, key: randomUUID(), message: 'Hej' })
    expect(refusalFrom(answer).message).toMatch(/får inte fler/)
    expect((await read(id)).member.notNow).toMatch(/får inte fler/)
  }
})

test('the thread is deleted with the account of the member', async () => {
  for (const [by, id] of [
    [member, second],
    [shop.owner, first],
  ] as const)
    await write(by, id, 'Hej')
  await house.db
    .transaction()
    .execute((db) => leaveBookings(db, 'http://kvartera.test', member.signedIn.person.id, house.clock.now()))
  const left = await house.db.selectFrom('booking_messages').select('id').where('booking_id', 'in', [first, second])
  expect(await left.execute()).toEqual([])
})
