import { beforeEach, describe, expect, test } from 'vitest'
import { readServiceToBook } from '~/companies/public.server'
import { notThere } from '~/shared/outcome'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { bookingsOf, bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { sayDoneAndWait } from '../../../test/support/crowds/said'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { enter, PASSWORD, type Resident } from '../../../test/support/people'
import { momentOf } from '../book/open-days.server'
import { messages } from '../book/refusal-words'
import { requestBooking } from '../book/request-booking.server'
import { seenTerms } from '../book/seen-terms'
import { answerProposal } from '../change/answer-proposal.server'
import { confirmBooking, declineBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { proposeTime } from '../change/propose-time.server'
import { tendBookings } from '../change/tend-bookings.server'
import { agreeToSeries } from './agree-series.server'
import { planSeries, seenDays } from './ask-for-series.server'
import { endSeries } from './end-series.server'
import type { Weeks } from './rhythm'

const house = useHouse()
// A Monday. DST begins on 28 March, and Easter Monday is the 29th.
const monday = '2027-02-01'
let shop: Shop
let member: Resident

beforeEach(async () => {
  setClock('2027-01-28T09:00:00Z')
  await house.db.deleteFrom('bookings').execute()
  await house.db.deleteFrom('booking_series').execute()
  shop = await openShop(house)
  member = await joinNear(house, shop)
  await house.deliver()
})

/** The form as the page posts it, with the days that the page showed. */
async function repeating(weeks: Weeks, given: Record<string, string> = {}, day = monday, time = '10:00') {
  const values = bookingValues(shop.serviceId, day, time, { weeks: String(weeks), ...given })
  const service = await readServiceToBook(house.db, shop.serviceId, shop.postcode, '2027-01-01')
  if (!service) throw new Error('nothing to book')
  const wanted = { start: Date.parse(values.start), holidays: given.holidays === 'on' }
  const { coming } = await planSeries(house.db, service, wanted, weeks, house.clock.now())
  return { days: seenDays(coming), ...values }
}
const ask = async (weeks: Weeks, given: Record<string, string> = {}) =>
  valueFrom(await requestBooking(house, member.signedIn, await repeating(weeks, given))).id
const confirm = async (id: string) => valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
const begin = async (weeks: Weeks, given: Record<string, string> = {}) => {
  const id = await ask(weeks, given)
  await confirm(id)
  await house.deliver()
  return id
}
const rows = async () => bookingsOf(house, shop.companyId)
const wall = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Stockholm' })
const times = async (status = 'confirmed') =>
  (await rows()).filter((row) => row.status === status).map((row) => wall.format(row.scheduled_at))
const letters = async () =>
  (await house.deliver()).map(({ recipient, subject, text }) => ({ recipient, subject, text }))
const subjects = async () => (await letters()).map(({ recipient, subject }) => [recipient, subject])
const close = async (from: string, to: string, reason: string) =>
  house.db
    .insertInto('closed_periods')
    .values({ company_id: shop.companyId, from_day: from, to_day: to, reason })
    .execute()

const everyFourth = ['2027-02-01 10:00', '2027-03-01 10:00', '2027-03-29 10:00', '2027-04-26 10:00']

test('a series is one request for its first time, and the company’s yes books the others', async () => {
  const id = await ask(4, { holidays: 'on' })
  expect(await times('pending')).toEqual(['2027-02-01 10:00'])
  expect(await rows()).toHaveLength(1)
  const asked = await letters()
  expect(asked).toHaveLength(2)
  for (const { text } of asked) {
    expect(text).toContain('Upprepas var fjärde vecka')
    expect(text).toContain('mån 1 mars, mån 29 mars och mån 26 apr.')
  }
  await confirm(id)
  expect(await times()).toEqual(everyFourth)
  const agreed = await letters()
  expect(agreed.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [member.email, 'Bekräftad: Hemstäd mån 1 feb. kl. 10.00'],
  ])
  expect(agreed[0]?.text).toContain('Bokat är också mån 1 mars, mån 29 mars och mån 26 apr.')
  // Each is a booking like the first, with the same price and address and a contract of its own.
  for (const row of await rows()) {
    expect(row).toMatchObject({ amount_customer_pays_cents: 674_10, address: 'Provgatan 1', free_cancel_hours: 24 })
    expect(row.confirmed_at).toEqual(house.clock.now())
    expect(row.early_start === null).toBe(row.scheduled_at > new Date('2027-02-12T00:00:00Z'))
  }
})

test('the confirmation of a series names the days that are left out and why, and they are not booked', async () => {
  await close('2027-02-22', '2027-02-23', 'Sportlov')
  const other = await joinNear(house, shop)
  valueFrom(await requestBooking(house, other.signedIn, bookingValues(shop.serviceId, '2027-02-15', '10:30')))
  const id = await ask(1)
  await house.deliver()
  await confirm(id)
  const [letter] = await letters()
  expect(letter?.text).toContain(
    'hoppas över: mån 15 feb. (upptaget den tiden), mån 22 feb. (stängt: sportlov) och mån 29 mars (helgdag: annandag påsk).',
  )
  const booked = await times()
  for (const day of ['2027-02-15', '2027-02-22', '2027-03-29']) expect(booked).not.toContain(`${day} 10:00`)
  expect(booked).toHaveLength(10)
})

test('a request with other days than the page would show is refused', async () => {
  const values = await repeating(4)
  for (const days of ['', '2027-03-01', `${values.days} 2027-05-24`, "'; drop table"]) {
    const refusal = refusalFrom(await requestBooking(house, member.signedIn, { ...values, days }))
    expect(refusal.message).toBe(messages.otherDays)
  }
  await close('2027-03-01', '2027-03-01', '')
  expect(refusalFrom(await requestBooking(house, member.signedIn, values)).message).toBe(messages.otherDays)
  expect(await rows()).toEqual([])
  expect(await house.db.selectFrom('booking_series').select('id').execute()).toEqual([])
})

test('a series that is sent twice concurrently is created once, and an invalid rhythm creates none', async () => {
  const values = await repeating(2)
  const both = await Promise.all([1, 2].map(() => requestBooking(house, member.signedIn, values)))
  expect(new Set(both.map((one) => valueFrom(one).id)).size).toBe(1)
  expect(await house.db.selectFrom('booking_series').select('id').execute()).toHaveLength(1)
  for (const weeks of ['3', '0', '__proto__', '1e0']) {
    const once = bookingValues(shop.serviceId, '2027-02-02', `1${weeks.length}:00`, { weeks })
    await requestBooking(house, member.signedIn, once)
  }
  expect(await house.db.selectFrom('booking_series').select('id').execute()).toHaveLength(1)
})

test('a series counts as one of the three pending requests', async () => {
  for (const time of ['10:00', '12:00', '14:00'])
    valueFrom(await requestBooking(house, member.signedIn, await repeating(1, {}, monday, time)))
  const fourth = await requestBooking(house, member.signedIn, await repeating(1, {}, monday, '16:00'))
  expect(refusalFrom(fourth).message).toBe(messages.tooMany)
  expect(await rows()).toHaveLength(3)
})

test.each(['declined', 'called off', 'lapsed'])('a request that is %s books no further times', async (how) => {
  const id = await ask(1)
  if (how === 'declined') valueFrom(await declineBooking(house, shop.owner.signedIn, { id }))
  if (how === 'called off') valueFrom(await cancelBooking(house, member.signedIn, { id }))
  setClock('2027-02-10T09:00:00Z')
  await tendBookings(house)
  expect(await times('cancelled')).toEqual(['2027-02-01 10:00'])
  expect(await rows()).toHaveLength(1)
})

test('a new time that is agreed on before the yes applies to the whole series', async () => {
  const id = await ask(4)
  const start = new Date(momentOf('2027-01-31', '13:30') ?? 0).toISOString()
  valueFrom(await proposeTime(house, shop.owner.signedIn, { id, start }))
  valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes', early: 'on' }))
  // 28 March is left out: Easter Sunday.
  expect(await times()).toEqual(['2027-01-31 13:30', '2027-02-28 13:30', '2027-04-25 13:30'])
})

describe('the chore', () => {
  test('books the next time when it comes within reach, once under concurrent runs', async () => {
    await begin(4, { holidays: 'on' })
    await tendBookings(house)
    expect(await times()).toEqual(everyFourth)
    // 24 May is within ninety days from 23 February on.
    setClock('2027-02-22T22:59:00Z')
    await tendBookings(house)
    expect(await times()).toHaveLength(4)
    setClock('2027-02-22T23:00:00Z')
    await house.deliver()
    await Promise.all(Array.from({ length: 5 }, () => tendBookings(house)))
    expect(await times()).toEqual([...everyFourth, '2027-05-24 10:00'])
    // Both sides see it in their lists; no letter is sent.
    expect((await subjects()).filter(([, subject]) => !subject?.startsWith('Snart dags'))).toEqual([])
  })

  test('tells both sides, once, of a time that is left out', async () => {
    await begin(4)
    await close('2027-05-24', '2027-05-24', 'Semester')
    setClock('2027-02-23T09:00:00Z')
    await tendBookings(house)
    await tendBookings(house)
    expect((await subjects()).filter(([, subject]) => subject === 'Hoppas över: Hemstäd').toSorted()).toEqual(
      [
        [member.email, 'Hoppas över: Hemstäd'],
        [shop.owner.email, 'Hoppas över: Hemstäd'],
      ].toSorted(),
    )
    expect(await times()).not.toContain('2027-05-24 10:00')
    // A day that was left out is not made up for when it becomes free.
    await house.db.deleteFrom('closed_periods').execute()
    setClock('2027-02-24T09:00:00Z')
    await tendBookings(house)
    expect(await times()).not.toContain('2027-05-24 10:00')
  })

  test('does not book again what was cancelled or moved', async () => {
    await begin(4, { holidays: 'on' })
    const [, second, third] = await rows()
    valueFrom(await cancelBooking(house, member.signedIn, { id: second?.id ?? '' }))
    expect((await letters()).map(({ text }) => text?.includes('Det som upprepas fortsätter.'))).toEqual([true, true])
    const start = new Date(momentOf('2027-03-30', '14:00') ?? 0).toISOString()
    valueFrom(await proposeTime(house, member.signedIn, { id: third?.id ?? '', start }))
    valueFrom(await answerProposal(house, shop.owner.signedIn, { id: third?.id ?? '', answer: 'yes' }))
    setClock('2027-02-23T09:00:00Z')
    await tendBookings(house)
    expect(await times()).toEqual(['2027-02-01 10:00', '2027-03-30 14:00', '2027-04-26 10:00', '2027-05-24 10:00'])
  })

  test('books only times ahead after months of downtime', async () => {
    await begin(4, { holidays: 'on' })
    setClock('2027-06-22T12:00:00Z')
    await tendBookings(house)
    expect((await times()).slice(4)).toEqual(['2027-07-19 10:00', '2027-08-16 10:00', '2027-09-13 10:00'])
  })
})

describe('a changed price', () => {
  const raise = async (base_price_cents = 900_00) =>
    house.db.updateTable('services').set({ base_price_cents }).where('id', '=', shop.serviceId).execute()
  const asked = { customerPaysOre: 810_00, durationMin: 60, freeCancelHours: 24, place: 'customer' } as const

  test('is asked about once, and nothing more is booked before the member agrees', async () => {
    const id = await begin(4, { holidays: 'on' })
    await raise()
    setClock('2027-02-23T09:00:00Z')
    await tendBookings(house)
    setClock('2027-02-24T09:00:00Z')
    await tendBookings(house)
    const told = (await letters()).filter(({ subject }) => subject.startsWith('Vill du fortsätta?'))
    expect(told.map(({ recipient }) => recipient)).toEqual([member.email])
    expect(told[0]?.text.replaceAll(/\s/g, ' ')).toContain('810 kr per gång')
    expect(await times()).toEqual(everyFourth)

    await raise(950_00)
    const stale = await agreeToSeries(house, member.signedIn, { id, seen: seenTerms(asked) })
    expect(refusalFrom(stale).message).toContain('Priset har ändrats')
    expect(await times()).toEqual(everyFourth)

    await raise()
    valueFrom(await agreeToSeries(house, member.signedIn, { id, seen: seenTerms(asked) }))
    valueFrom(await agreeToSeries(house, member.signedIn, { id, seen: seenTerms(asked) }))
    const paid = (await rows()).map((row) => row.amount_customer_pays_cents)
    expect(paid).toEqual([674_10, 674_10, 674_10, 674_10, 810_00])
    expect((await subjects()).filter(([, subject]) => subject === 'Det fortsätter: Hemstäd')).toHaveLength(2)
  })

  test('that changes back needs no answer', async () => {
    await begin(4, { holidays: 'on' })
    await raise()
    setClock('2027-02-23T09:00:00Z')
    await tendBookings(house)
    await raise(749_00)
    setClock('2027-02-24T09:00:00Z')
    await tendBookings(house)
    expect(await times()).toHaveLength(5)
  })

  test('is asked about also when it comes from a lost discount', async () => {
    await begin(4, { holidays: 'on' })
    await house.db
      .updateTable('profiles')
      .set({ member_status: 'ended' })
      .where('id', '=', member.signedIn.person.id)
      .execute()
    setClock('2027-02-23T09:00:00Z')
    await tendBookings(house)
    expect(await times()).toEqual(everyFourth)
    expect(await subjects()).toContainEqual([member.email, 'Vill du fortsätta? Hemstäd har ändrats'])
  })

  test('ends the series after its last booking when the member does not agree, and both sides are told', async () => {
    await begin(4, { holidays: 'on' })
    await raise()
    setClock('2027-04-25T09:00:00Z')
    await tendBookings(house)
    await house.deliver()
    setClock('2027-04-26T23:00:00Z')
    await tendBookings(house)
    expect((await subjects()).toSorted()).toEqual(
      [member.email, shop.owner.email].toSorted().map((who) => [who, 'Slut: Hemstäd som upprepas']),
    )
    await raise(749_00)
    setClock('2027-05-10T09:00:00Z')
    await tendBookings(house)
    expect(await times()).toEqual(everyFourth)
  })
})

describe('ending a series', () => {
  test('by the member keeps what is too late to cancel, and sends each side one letter about all of it', async () => {
    await begin(4, { holidays: 'on' })
    setClock('2027-02-01T08:00:00Z')
    const [first] = await rows()
    valueFrom(await endSeries(house, member.signedIn, { id: first?.id ?? '', reason: 'Vi flyttar' }))
    valueFrom(await endSeries(house, member.signedIn, { id: first?.id ?? '' }))
    expect(await times()).toEqual(['2027-02-01 10:00'])
    const told = new Map((await letters()).map(({ recipient, text }) => [recipient, text]))
    expect([...told.keys()].toSorted()).toEqual([member.email, shop.owner.email].toSorted())
    for (const text of told.values()) expect(text).toContain('Står kvar')
    expect(told.get(shop.owner.email)).toContain('Vi flyttar')
    setClock('2027-05-10T09:00:00Z')
    await tendBookings(house)
    expect(await rows()).toHaveLength(4)
  })

  test('by the company cancels all that lies ahead, until the last minute', async () => {
    const id = await begin(4, { holidays: 'on' })
    setClock('2027-02-01T08:59:00Z')
    valueFrom(await endSeries(house, shop.owner.signedIn, { id }))
    expect(await times()).toEqual([])
    expect(await subjects()).toEqual([[member.email, 'Avslutat: Hemstäd som upprepas']])
  })

  test('is not possible for others, nor before the company has answered', async () => {
    const id = await ask(4)
    const stranger = await joinNear(house, shop)
    for (const deed of [endSeries, agreeToSeries]) expect(await deed(house, stranger.signedIn, { id })).toBe(notThere)
    expect(await agreeToSeries(house, shop.owner.signedIn, { id })).toBe(notThere)
    expect(refusalFrom(await endSeries(house, member.signedIn, { id })).message).toContain('inte svarat än')
    for (const odd of ['', 'x', '__proto__'])
      expect(await endSeries(house, member.signedIn, { id: odd })).toBe(notThere)
  })

  test('with the account of the member cancels its bookings, and none are made afterwards', async () => {
    await begin(4, { holidays: 'on' })
    await leave(member)
    expect(await times()).toEqual([])
    expect((await subjects()).filter(([recipient]) => recipient === shop.owner.email)).toEqual([
      [shop.owner.email, 'Avslutat: Hemstäd som upprepas'],
    ])
    setClock('2027-05-10T09:00:00Z')
    await tendBookings(house)
    expect(await rows()).toHaveLength(4)
    for (const row of await rows()) expect(row).toMatchObject({ customer_id: null, address: null, note: '' })
    const [series] = await house.db.selectFrom('booking_series').selectAll().execute()
    expect(series).toMatchObject({ customer_id: null, ended_by: 'member' })
  })

  test('with the account of the company cancels its bookings, and none are made afterwards', async () => {
    await begin(4, { holidays: 'on' })
    await leave(shop.owner)
    expect(await times()).toEqual([])
    expect(await subjects()).toContainEqual([member.email, 'Avslutat: Hemstäd som upprepas'])
    setClock('2027-05-10T09:00:00Z')
    await tendBookings(house)
    expect(await rows()).toHaveLength(4)
  })
})

async function leave(person: Resident) {
  const { visitor, signedIn } = await enter(house, person.cookies)
  valueFrom(await deleteAccount(house, visitor, signedIn, { password: PASSWORD, understood: 'on' }))
}

test('a series is in the data export', async () => {
  await begin(2)
  const { bokningarSomUpprepas } = found(await exportAccount(house, member.signedIn))
  expect(bokningarSomUpprepas).toMatchObject([{ hurOfta: 'Varannan vecka', tid: '10.00', slutade: null }])
})

test('the database refuses a second booking for a day of a series, and taking a booking out of it', async () => {
  const id = await begin(4)
  const [, second] = await rows()
  const first = await house.db.selectFrom('bookings').select(['series_id', 'series_day']).where('id', '=', id).execute()
  const put = house.db
    .updateTable('bookings')
    .set(first[0] ?? {})
    .where('id', '=', second?.id ?? '')
  await expect(put.execute()).rejects.toMatchObject({ constraint: 'bookings_once_a_series_day' })
  const drop = house.db.updateTable('bookings').set({ series_id: null, series_day: null }).where('id', '=', id)
  await expect(drop.execute()).rejects.toMatchObject({ constraint: 'bookings_as_agreed' })
})

// Must be the last test: fee entries cannot be deleted.
test('each completed booking of a series counts for itself in fee, earnings and points', async () => {
  await begin(4, { holidays: 'on' })
  for (const { id, scheduled_at } of (await rows()).slice(0, 2)) {
    setClock(scheduled_at.toISOString())
    valueFrom(await sayDoneAndWait(house, shop.owner.signedIn, { id }))
  }
  const months = await house.db
    .selectFrom('booking_months')
    .select(['month', 'completed', 'customer_pays_cents', 'fee_cents'])
    .where('company_id', '=', shop.companyId)
    .orderBy('month')
    .execute()
  expect(months).toEqual([
    { month: '2027-02-01', completed: 1, customer_pays_cents: 674_10, fee_cents: 37_45 },
    { month: '2027-03-01', completed: 1, customer_pays_cents: 674_10, fee_cents: 37_45 },
  ])
  const mine = house.db.selectFrom('point_entries').where('profile_id', '=', member.signedIn.person.id)
  expect(await mine.select('points').execute()).toEqual([{ points: 67 }, { points: 67 }])
})
