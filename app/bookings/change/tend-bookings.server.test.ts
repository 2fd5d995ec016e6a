import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookingsOf, bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { answerProposal } from './answer-proposal.server'
import { confirmBooking } from './answer-request.server'
import { proposeTime } from './propose-time.server'
import { tendBookings } from './tend-bookings.server'

const house = useHouse()
const monday = '2027-02-01'
let shop: Shop
let member: Resident
let id: string

// Four days before the job.
beforeEach(async () => {
  setClock('2027-01-28T09:00:00Z')
  await house.db.deleteFrom('bookings').execute()
  shop = await openShop(house)
  member = await joinNear(house, shop)
  id = await ask(monday, '10:00')
  await house.deliver()
  house.told.length = 0
})

async function ask(day: string, time: string) {
  return valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, time))).id
}
const confirm = async (booking = id) => valueFrom(await confirmBooking(house, shop.owner.signedIn, { id: booking }))
const subjects = async () => (await house.deliver()).map(({ recipient, subject }) => [recipient, subject])
const row = async () => (await bookingsOf(house, shop.companyId)).find((one) => one.id === id)

describe('a member', () => {
  beforeEach(async () => {
    await confirm()
    await house.deliver()
  })

  test('is reminded 24 hours before, once', async () => {
    setClock('2027-01-31T08:59:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([])
    setClock('2027-01-31T09:00:00Z')
    expect(await tendBookings(house)).toBe(1)
    await tendBookings(house)
    expect(await subjects()).toEqual([[member.email, 'Snart dags: Hemstäd mån 1 feb. kl. 10:00']])
    // A mark of ours is no change that a calendar has to hear of.
    expect((await row())?.sequence).toBe(1)
  })

  test('is reminded once however many processes look at the same moment', async () => {
    for (const time of ['11:00', '12:00', '13:00', '14:00']) await confirm(await ask(monday, time))
    await house.deliver()
    setClock('2027-01-31T14:00:00Z')
    const done = await Promise.all(Array.from({ length: 6 }, () => tendBookings(house)))
    expect(done.reduce((sum, each) => sum + each)).toBe(5)
    expect(new Set((await subjects()).map(([, subject]) => subject)).size).toBe(5)
  })

  test('is reminded though a process died in the middle of it', async () => {
    setClock('2027-01-31T10:00:00Z')
    await house.asOwner(
      `create function out_of_ink() returns trigger language plpgsql as $$ begin raise 'no ink'; end $$;
       create trigger out_of_ink before insert on outbox_messages execute function out_of_ink()`,
    )
    await expect(tendBookings(house)).rejects.toThrow('no ink')
    await house.asOwner('drop trigger out_of_ink on outbox_messages')
    await tendBookings(house)
    expect(await subjects()).toHaveLength(1)
  })

  test('who was told of the time less than a day before is not told again', async () => {
    setClock('2027-01-31T15:00:00Z')
    const late = await ask(monday, '15:00')
    await confirm(late)
    await house.deliver()
    setClock('2027-02-01T08:00:00Z')
    await tendBookings(house)
    expect((await subjects()).map(([, subject]) => subject)).toEqual(['Snart dags: Hemstäd mån 1 feb. kl. 10:00'])
  })

  test('is reminded of the new time when the booking was moved', async () => {
    const start = new Date('2027-02-03T12:00:00Z').toISOString()
    valueFrom(await proposeTime(house, shop.owner.signedIn, { id, start }))
    valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes' }))
    await house.deliver()
    setClock('2027-01-31T12:00:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([])
    setClock('2027-02-02T12:00:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([[member.email, 'Snart dags: Hemstäd ons 3 feb. kl. 13:00']])
  })

  test('is not reminded of what is past: the product was down', async () => {
    setClock('2027-02-01T09:30:00Z')
    expect(await tendBookings(house)).toBe(0)
  })
})

describe('a request that nobody answers', () => {
  test('reminds the company after 24 hours, once', async () => {
    setClock('2027-01-29T08:59:00Z')
    expect(await tendBookings(house)).toBe(0)
    setClock('2027-01-29T09:00:00Z')
    await Promise.all([tendBookings(house), tendBookings(house)])
    const mails = await house.deliver()
    expect(mails.map(({ recipient }) => recipient)).toEqual([shop.owner.email])
    expect(mails[0]?.subject).toBe('Väntar på svar: Hemstäd mån 1 feb. kl. 10:00')
    setClock('2027-01-31T09:00:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([])
  })

  test('lapses when its time comes: both are told kindly, pages look again, and the time is free', async () => {
    setClock('2027-02-01T08:59:00Z')
    await tendBookings(house)
    await house.deliver()
    expect((await row())?.status).toBe('pending')
    setClock('2027-02-01T09:00:00Z')
    await Promise.all([tendBookings(house), tendBookings(house), tendBookings(house)])
    expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'system', sequence: 1 })
    const mails = await house.deliver()
    expect(mails).toHaveLength(2)
    expect(mailTo(mails, member.email).text).toContain('Du betalar ingenting')
    expect(mailTo(mails, shop.owner.email).subject).toMatch(/^Förfrågan gick ut/)
    expect(house.told).toContainEqual({
      to: [`person:${member.signedIn.person.id}`, `company:${shop.companyId}`],
      about: 'bookings',
    })
    // The same hands can be booked for what is left of the hour.
    await sql`update services set notice_hours = 0`.execute(house.db)
    await ask(monday, '10:30')
  })

  test('was answered in time: nothing happens to it', async () => {
    await confirm()
    await house.deliver()
    setClock('2027-02-01T09:00:00Z')
    expect(await tendBookings(house)).toBe(0)
    expect((await row())?.status).toBe('confirmed')
  })
})
