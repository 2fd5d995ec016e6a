import { beforeEach, describe, expect, test } from 'vitest'
import { bookingsOf, bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { poison } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { valueFrom } from '../../../test/support/outcome'
import { block, type Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { answerProposal } from './answer-proposal.server'
import { confirmBooking } from './answer-request.server'
import { leaveBookings } from './leave-bookings.server'
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
const statusOf = async (booking: string) =>
  (await bookingsOf(house, shop.companyId)).find((one) => one.id === booking)?.status
const row = async () => (await bookingsOf(house, shop.companyId)).find((one) => one.id === id)

describe('a member', () => {
  beforeEach(async () => {
    await confirm()
    await house.deliver()
  })

  test('is reminded two hours before cancelling is no longer free of charge, once', async () => {
    setClock('2027-01-31T06:59:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([])
    setClock('2027-01-31T07:00:00Z')
    expect(await tendBookings(house)).toBe(1)
    await tendBookings(house)
    expect(await subjects()).toEqual([[member.email, 'Snart dags: Hemstäd mån 1 feb. kl. 10.00']])
    // Marking a reminder does not increment the calendar's sequence.
    expect((await row())?.sequence).toBe(1)
  })

  test('is reminded once, however many processes run concurrently', async () => {
    for (const time of ['11:00', '12:00', '13:00', '14:00']) await confirm(await ask(monday, time))
    await house.deliver()
    setClock('2027-01-31T14:00:00Z')
    const done = await Promise.all(Array.from({ length: 6 }, () => tendBookings(house)))
    expect(done.reduce((sum, each) => sum + each)).toBe(5)
    expect(new Set((await subjects()).map(([, subject]) => subject)).size).toBe(5)
  })

  test('is reminded on the next run when a process failed in the middle of it', async () => {
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

  test('who got the confirmation less than a day before the start is not reminded', async () => {
    setClock('2027-01-31T15:00:00Z')
    const late = await ask(monday, '15:00')
    await confirm(late)
    await house.deliver()
    setClock('2027-02-01T08:00:00Z')
    await tendBookings(house)
    expect((await subjects()).map(([, subject]) => subject)).toEqual(['Snart dags: Hemstäd mån 1 feb. kl. 10.00'])
  })

  test('is reminded of the new time when the booking was moved', async () => {
    const start = new Date('2027-02-03T12:00:00Z').toISOString()
    valueFrom(await proposeTime(house, shop.owner.signedIn, { id, start }))
    valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes' }))
    await house.deliver()
    setClock('2027-01-31T12:00:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([])
    setClock('2027-02-02T10:00:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([[member.email, 'Snart dags: Hemstäd ons 3 feb. kl. 13.00']])
  })

  test('is not reminded after the start, when the product was down before', async () => {
    setClock('2027-02-01T09:30:00Z')
    expect(await tendBookings(house)).toBe(0)
  })
})

describe('a request to a company', () => {
  test('is asked of no company whose owner is blocked, until the block is lifted', async () => {
    await block(house, shop.owner, house.clock.now())
    setClock('2027-01-29T10:00:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([])
    await block(house, shop.owner, null)
    await tendBookings(house)
    expect(await subjects()).toEqual([[shop.owner.email, 'Väntar på svar: Hemstäd mån 1 feb. kl. 10.00']])
  })

  test('reminds the company once when it is unanswered after 24 hours', async () => {
    setClock('2027-01-29T08:59:00Z')
    expect(await tendBookings(house)).toBe(0)
    setClock('2027-01-29T09:00:00Z')
    await Promise.all([tendBookings(house), tendBookings(house)])
    const mails = await house.deliver()
    expect(mails.map(({ recipient }) => recipient)).toEqual([shop.owner.email])
    expect(mails[0]?.subject).toBe('Väntar på svar: Hemstäd mån 1 feb. kl. 10.00')
    setClock('2027-01-31T08:59:00Z')
    await tendBookings(house)
    expect(await subjects()).toEqual([])
  })

  test('lapses after 72 hours, tells both sides, updates their pages and frees the time', async () => {
    setClock('2027-01-31T08:59:00Z')
    await tendBookings(house)
    await house.deliver()
    expect((await row())?.status).toBe('pending')
    setClock('2027-01-31T09:00:00Z')
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
    // The lane is free again.
    await ask(monday, '10:00')
  })

  test('lapses at its start time when that is sooner', async () => {
    const soon = await ask('2027-01-28', '15:00')
    setClock('2027-01-28T13:59:00Z')
    await tendBookings(house)
    expect(await statusOf(soon)).toBe('pending')
    setClock('2027-01-28T14:00:00Z')
    await tendBookings(house)
    expect(await statusOf(soon)).toBe('cancelled')
  })

  test('that was answered in time does not lapse', async () => {
    await confirm()
    await house.deliver()
    setClock('2027-02-01T09:00:00Z')
    expect(await tendBookings(house)).toBe(0)
    expect((await row())?.status).toBe('confirmed')
  })
})

describe('a proposed time', () => {
  const propose = (who: Resident, day: string, time: string) =>
    proposeTime(house, who.signedIn, { id, start: bookingValues('', day, time).start })
  const tend = async (moment: string) => {
    setClock(moment)
    await tendBookings(house)
  }
  const answer = (who: Resident, yes: 'yes' | 'no') => answerProposal(house, who.signedIn, { id, answer: yes })

  beforeEach(async () => {
    await house.db.deleteFrom('bookings').execute()
    // A request on the morning of the job; the company proposes the next day instead.
    setClock('2027-02-01T05:00:00Z')
    id = await ask(monday, '12:00')
    valueFrom(await propose(shop.owner, '2027-02-02', '10:00'))
    await house.deliver()
  })

  test('outlasts the original start, and can still be accepted', async () => {
    await tend('2027-02-01T12:00:00Z')
    expect(await subjects()).toEqual([])
    expect(await row()).toMatchObject({ status: 'pending', proposed_by: 'company' })
    valueFrom(await answer(member, 'yes'))
    expect(await row()).toMatchObject({ status: 'confirmed', scheduled_at: new Date('2027-02-02T09:00:00Z') })
  })

  test('lapses unanswered when it comes, and the letters say that the member did not answer', async () => {
    await tend('2027-02-02T08:59:00Z')
    expect(await statusOf(id)).toBe('pending')
    await tend('2027-02-02T09:00:00Z')
    expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'system' })
    const mails = await house.deliver()
    expect(mails).toHaveLength(2)
    expect(mailTo(mails, member.email).text).toContain('men fick inget svar av dig')
    expect(mailTo(mails, member.email).text).not.toContain('hann inte svara')
    expect(mailTo(mails, shop.owner.email).text).toContain('svarade inte på tiden som ni föreslog')
  })

  test('lapses as unanswered by the company when nobody may act for the company', async () => {
    await block(house, shop.owner, house.clock.now())
    await tend('2027-02-02T09:00:00Z')
    const mails = await house.deliver()
    expect(mailTo(mails, member.email).text).toContain('hann inte svara')
    expect(mailTo(mails, member.email).text).not.toContain('fick inget svar av dig')
  })

  test('far ahead lapses after 72 hours', async () => {
    setClock('2027-02-01T06:00:00Z')
    valueFrom(await propose(shop.owner, '2027-03-02', '10:00'))
    await tend('2027-02-04T05:59:00Z')
    expect(await statusOf(id)).toBe('pending')
    await tend('2027-02-04T06:00:00Z')
    expect(await statusOf(id)).toBe('cancelled')
  })

  test('does not cause a reminder to the company', async () => {
    valueFrom(await propose(shop.owner, '2027-02-10', '10:00'))
    await house.deliver()
    await tend('2027-02-02T06:00:00Z')
    expect(await subjects()).toEqual([])
  })

  test.each([
    ['the member refuses it', () => member, 'member', /^Avbokad: /, 'Du har avbokat'],
    ['the company withdraws it', () => shop.owner, 'company', null, 'Det gick inte'],
  ] as const)(
    'ends the booking when %s after the original start, and the sides are told',
    async (_, who, by, ...told) => {
      await tend('2027-02-01T12:30:00Z')
      valueFrom(await answer(who(), 'no'))
      expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: by, proposed_at: null })
      const mails = await house.deliver()
      const [toCompany, toMember] = told
      expect(mailTo(mails, member.email).subject).toContain(toMember)
      expect(mailTo(mails, member.email).text).toContain('Du betalar ingenting')
      expect(mails.filter(({ recipient }) => recipient === shop.owner.email)).toHaveLength(toCompany ? 1 : 0)
      await tend('2027-02-03T12:00:00Z')
      expect(await subjects()).toEqual([])
    },
  )

  test('that the member refuses in time gives the company 72 hours to answer', async () => {
    setClock('2027-02-01T06:00:00Z')
    const far = await ask('2027-02-20', '10:00')
    id = far
    valueFrom(await propose(shop.owner, '2027-02-21', '10:00'))
    setClock('2027-02-02T06:00:00Z')
    valueFrom(await answer(member, 'no'))
    expect(await row()).toMatchObject({ status: 'pending', lapses_at: new Date('2027-02-05T06:00:00Z') })
  })

  test('by the member does not extend the deadline, however often it is changed', async () => {
    id = await ask('2027-02-20', '10:00')
    for (const time of ['11:00', '12:00', '13:00']) {
      valueFrom(await propose(member, '2027-02-20', time))
      expect((await row())?.lapses_at).toEqual(new Date('2027-02-04T05:00:00Z'))
    }
    valueFrom(await answer(member, 'no'))
    expect((await row())?.lapses_at).toEqual(new Date('2027-02-04T05:00:00Z'))
  })

  test('by the member outlasts the original start too, and lapses as unanswered by the company', async () => {
    await house.db.deleteFrom('bookings').execute()
    id = await ask(monday, '14:00')
    valueFrom(await propose(member, '2027-02-02', '14:00'))
    await house.deliver()
    await tend('2027-02-01T13:30:00Z')
    expect(await statusOf(id)).toBe('pending')
    await tend('2027-02-02T13:00:00Z')
    expect(await statusOf(id)).toBe('cancelled')
    expect(mailTo(await house.deliver(), member.email).text).toContain('hann inte svara')
  })

  test.each([
    ['member', () => member],
    ['company', () => shop.owner],
  ] as const)('is cancelled with the booking when the %s leaves', async (by, who) => {
    await tend('2027-02-01T12:30:00Z')
    await house.db
      .transaction()
      .execute((db) => leaveBookings(db, house.config.origin, who().signedIn.person.id, house.clock.now()))
    expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: by, proposed_at: null, proposed_by: null })
  })
})

test('a booking that cannot be tended holds up none of the others, and is tried again by the next run', async () => {
  const other = await ask(monday, '14:00')
  const agreed = await ask('2027-02-02', '10:00')
  await confirm(agreed)
  await house.deliver()
  // The first request cannot lapse; the second lapses behind it, and the reminder of another chore is sent.
  const cure = await poison(house, { before: 'update', on: 'bookings', when: `new.id = '${id}'` })
  setClock('2027-02-01T13:30:00Z')
  await expect(tendBookings(house)).rejects.toThrow('not this one')
  expect([await statusOf(id), await statusOf(other)]).toEqual(['pending', 'cancelled'])
  expect((await subjects()).map(([, subject]) => subject)).toContain('Snart dags: Hemstäd tis 2 feb. kl. 10.00')
  await cure()
  expect(await tendBookings(house)).toBe(1)
  expect(await statusOf(id)).toBe('cancelled')
})
