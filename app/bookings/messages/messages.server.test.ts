import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { block, type Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { leaveBookings } from '../change/leave-bookings.server'
import { readCompanyBooking } from '../diaries/read-company-diary.server'
import { readMemberBooking } from '../diaries/read-member-diary.server'
import { writeMessage } from './write-message.server'

const house = useHouse()
let shop: Shop
let member: Resident
let id: string

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  shop = await openShop(house)
  member = await joinNear(house, shop)
  const values = bookingValues(shop.serviceId, '2027-02-03', '10:00')
  id = valueFrom(await requestBooking(house, member.signedIn, values)).id
  await house.deliver()
})

const words = (message: string, given: Record<string, string> = {}) => ({
  id,
  key: randomUUID() as string,
  message,
  ...given,
})
const write = (by: Resident, message: string, given: Record<string, string> = {}) =>
  writeMessage(house, by.signedIn, words(message, given))
const stored = () => house.db.selectFrom('booking_messages').selectAll().where('booking_id', '=', id).execute()

test('a message is shown to both sides on the page, and no letter contains its text', async () => {
  valueFrom(await write(member, ' Portkoden är #4711.\r\nRing inte på. '))
  house.clock.forward({ minutes: 1 })
  valueFrom(await write(shop.owner, 'Tack!'))
  const mine = found(await readMemberBooking(house, member.signedIn, id)).conversation
  const theirs = found(await readCompanyBooking(house, shop.owner.signedIn, id)).conversation
  expect(mine.messages).toMatchObject([
    { who: 'Du', isOurs: true, body: 'Portkoden är #4711.\nRing inte på.' },
    { who: 'Lind Städ AB', isOurs: false, body: 'Tack!' },
  ])
  expect(theirs.messages).toMatchObject([
    { who: 'Eva Lind', isOurs: false },
    { who: 'Ni', isOurs: true },
  ])
  expect([mine, theirs].map(({ to, isOfVisit, notNow }) => [to, isOfVisit, notNow])).toEqual([
    ['Lind Städ AB', false, null],
    ['Eva Lind', false, null],
  ])
  const told = await house.deliver()
  expect(told.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([shop.owner.email, member.email]))
  // The author gets no letter, and no letter contains the text.
  expect(told.filter(({ subject }) => subject.startsWith('Nytt meddelande'))).toHaveLength(2)
  expect(JSON.stringify(told)).not.toMatch(/#4711|Tack!/)
})

test('a new message updates the open pages of both sides', async () => {
  house.told.length = 0
  valueFrom(await write(member, 'Hej'))
  expect(house.told).toEqual([
    { to: [`person:${member.signedIn.person.id}`, `company:${shop.companyId}`], about: 'bookings' },
  ])
})

test('submitting the same form twice stores one message and sends one letter', async () => {
  const form = words('Hej')
  for (let press = 0; press < 2; press++) valueFrom(await writeMessage(house, member.signedIn, form))
  expect(await stored()).toHaveLength(1)
  expect((await house.deliver()).filter(({ subject }) => subject.startsWith('Nytt meddelande'))).toHaveLength(1)
})

test('strangers can neither read nor write in a conversation, whatever they send', async () => {
  const [other, rival] = [await joinNear(house, shop), await openShop(house)]
  for (const somebody of [other, rival.owner]) {
    expect(await write(somebody, 'Hej')).toEqual(notThere)
    expect(await write(somebody, 'Hej', { by: 'member', booking_id: id })).toEqual(notThere)
  }
  expect(await write(member, 'Hej', { id: 'x' })).toEqual(notThere)
  expect(await stored()).toEqual([])
  valueFrom(await write(member, 'Portkoden är 4711'))
  expect(await readMemberBooking(house, other.signedIn, id)).toEqual(notThere)
  expect(await readCompanyBooking(house, rival.owner.signedIn, id)).toEqual(notThere)
})

test.each([
  ['', 'Skriv ett meddelande'],
  [' \n ', 'Skriv ett meddelande'],
  ['x'.repeat(1001), 'Det får vara högst 1\u00a0000 tecken'],
])('the message %j is refused with an error at its field', async (message, because) => {
  expect(refusalFrom(await write(member, message)).fields).toEqual({ message: because })
})

test('messages have a rate limit of thirty an hour, and end 30 days after the job', async () => {
  for (let sent = 0; sent < 30; sent++) valueFrom(await write(member, 'Hej'))
  expect(refusalFrom(await write(member, 'Hej')).message).toMatch(/många meddelanden på kort tid/)
  valueFrom(await write(shop.owner, 'Lugn'))
  setClock('2027-04-01T09:00:00Z')
  expect(refusalFrom(await write(shop.owner, 'Hej')).message).toMatch(/mer än 30 dagar/)
})

test('a message may have from 1 to 1000 characters', async () => {
  for (const message of ['J', 'x'.repeat(1000)]) valueFrom(await write(member, message))
  expect((await stored()).map(({ body }) => body.length).toSorted((a, b) => a - b)).toEqual([1, 1000])
})

test.each([
  [
    'a company that has left',
    'Företaget finns inte kvar här.',
    () => member,
    () =>
      house.db
        .updateTable('companies')
        .set({ owner_id: null, deleted_at: new Date() })
        .where('id', '=', shop.companyId)
        .execute(),
  ],
  [
    'a company whose owner is blocked',
    'Företaget kan inte läsa här för tillfället. Ring i stället.',
    () => member,
    () => block(house, shop.owner, new Date()),
  ],
  [
    'a blocked member',
    'Kunden kan inte läsa här för tillfället. Ring eller mejla i stället.',
    () => shop.owner,
    () => block(house, member, new Date()),
  ],
  [
    'a member who has left',
    'Kunden finns inte kvar här.',
    () => shop.owner,
    () => house.db.updateTable('bookings').set({ customer_id: null }).where('id', '=', id).execute(),
  ],
] as const)('nobody can write to %s', async (_, because, who, leave) => {
  await leave()
  house.told.length = 0
  expect(refusalFrom(await write(who(), 'Hej'))).toMatchObject({
    title: 'Meddelandet är inte skickat',
    message: because,
  })
  expect([await stored(), house.told]).toEqual([[], []])
})

describe('the messages of an account', () => {
  const leave = (person: Resident) =>
    house.db
      .transaction()
      .execute((db) => leaveBookings(db, 'http://kvartera.test', person.signedIn.person.id, house.clock.now()))

  test('are deleted with the whole conversation when a member leaves', async () => {
    for (const somebody of [member, shop.owner]) valueFrom(await write(somebody, 'Hej'))
    await leave(member)
    expect(await stored()).toEqual([])
  })

  test('are deleted when a company leaves, but not what the member wrote', async () => {
    for (const somebody of [member, shop.owner]) valueFrom(await write(somebody, 'Hej'))
    await leave(shop.owner)
    expect(await stored()).toMatchObject([{ by: 'member' }])
  })

  test('are in the data export of both sides', async () => {
    valueFrom(await write(member, 'Fråga'))
    house.clock.forward({ minutes: 1 })
    valueFrom(await write(shop.owner, 'Svar'))
    const fileOf = async ({ signedIn }: Resident) =>
      (await exportAccount(house, signedIn))?.meddelandenOmBokningar.map(({ från, text }) => `${från}: ${text}`)
    expect(await fileOf(member)).toEqual(['dig: Fråga', 'företaget: Svar'])
    expect(await fileOf(shop.owner)).toEqual(['kunden: Fråga', 'dig: Svar'])
  })
})
