import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { bookingsOf, bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { poison, whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsMember, PASSWORD, type Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { readCompanyBooking, readCompanyDiary } from '../diaries/read-company-diary.server'
import { readMemberBooking } from '../diaries/read-member-diary.server'
import { answerProposal } from './answer-proposal.server'
import { confirmBooking } from './answer-request.server'
import { cancelBooking } from './cancel-booking.server'
import { countHeld, countSaid } from './count-said.server'
import { proposeTime } from './propose-time.server'
import { sayDone, sayNoShow, takeBack } from './say-done.server'
import { claimSaid } from './tend-store.server'
import { withdrawBooking } from './withdraw-booking.server'

const house = useHouse()
const monday = '2027-02-01'
let shop: Shop
let member: Resident
let id: string

/** A confirmed job of two hours that began an hour ago. */
beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  shop = await openShop(house, { service: { duration_min: 120 } })
  member = await joinNear(house, shop)
  id = valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00'))).id
  valueFrom(await confirmBooking(house, owner(), { id }))
  setClock('2027-02-01T10:00:00Z')
  await house.deliver()
  house.told.length = 0
})

const owner = () => shop.owner.signedIn
const row = async () => {
  const [booked] = await bookingsOf(house, shop.companyId)
  if (!booked) throw new Error('the booking is gone')
  return booked
}
const later = async (minutes: number) => {
  house.clock.forward({ minutes })
  return countSaid(house)
}
/** Everything that a completed job leaves in the database. */
const traces = async () => ({
  points: await house.db
    .selectFrom('point_entries')
    .select('points')
    .where('profile_id', '=', member.signedIn.person.id)
    .execute(),
  fees: await house.db.selectFrom('fee_entries').select('booking_id').where('booking_id', '=', id).execute(),
  changes: await house.db.selectFrom('booking_changes').select('kind').where('booking_id', '=', id).execute(),
  letters: (await house.deliver()).map(({ recipient }) => recipient),
})
const confirmedOnly = { points: [], fees: [], changes: [{ kind: 'confirmed' }], letters: [] }
const seenByCompany = async () => found(await readCompanyBooking(house, owner(), id)).booking
const seenByMember = async () => found(await readMemberBooking(house, member.signedIn, id)).booking

test('a job said to be done is completed once, a minute later, and the member is told only then', async () => {
  valueFrom(await sayDone(house, owner(), { id }))
  expect(await later(0.9)).toBe(0)
  expect(await row()).toMatchObject({ status: 'confirmed', said: 'complete', sequence: 1 })
  expect(await traces()).toEqual(confirmedOnly)
  expect(house.told).toEqual([{ to: [`person:${owner().person.id}`], about: 'bookings' }])
  expect(await seenByMember()).toMatchObject({ status: 'confirmed', said: null })

  expect(await later(0.1)).toBe(1)
  expect(await countSaid(house)).toBe(0)
  expect(await row()).toMatchObject({ status: 'completed', said: null, said_at: null, sequence: 2 })
  expect((await row()).completed_at).toEqual(house.clock.now())
  const { letters, ...left } = await traces()
  expect(left).toMatchObject({ points: [{}], fees: [{}], changes: [{ kind: 'confirmed' }, { kind: 'completed' }] })
  expect(letters).toContain(member.email)
  expect(house.told.filter(({ about }) => about === 'bookings').at(-1)?.to).toEqual([
    `person:${member.signedIn.person.id}`,
    `company:${shop.companyId}`,
  ])
})

test('a no-show takes effect a minute later, without points or a fee', async () => {
  valueFrom(await sayNoShow(house, owner(), { id }))
  expect(await later(0.9)).toBe(0)
  expect(await traces()).toEqual(confirmedOnly)
  expect(await later(0.1)).toBe(1)
  expect(await row()).toMatchObject({ status: 'cancelled', no_show: true, cancelled_by: 'company', said: null })
  expect(await traces()).toMatchObject({ points: [], fees: [], letters: [member.email] })
})

test('taking back leaves no trace, and the other can be said afterwards', async () => {
  valueFrom(await sayDone(house, owner(), { id }))
  valueFrom(await takeBack(house, owner(), { id }))
  valueFrom(await takeBack(house, owner(), { id }))
  expect(await later(5)).toBe(0)
  expect(await row()).toMatchObject({ status: 'confirmed', said: null, said_at: null, sequence: 1 })
  expect(await traces()).toEqual(confirmedOnly)
  valueFrom(await sayNoShow(house, owner(), { id }))
  expect(await later(1)).toBe(1)
  expect((await row()).no_show).toBe(true)
})

test('a job that cannot be counted does not block others, and is retried', async () => {
  const other = valueFrom(
    await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '13:00')),
  ).id
  valueFrom(await confirmBooking(house, owner(), { id: other }))
  house.clock.forward({ hours: 3 })
  valueFrom(await sayDone(house, owner(), { id }))
  house.clock.forward({ minutes: 1 / 60 })
  valueFrom(await sayDone(house, owner(), { id: other }))
  const isBroken = `new.id = '${id}' and new.status = 'completed'`
  const cure = await poison(house, { before: 'update', on: 'bookings', when: isBroken })
  await expect(later(2)).rejects.toThrow('not this one')
  const statusOf = async (which: string) =>
    (await bookingsOf(house, shop.companyId)).find((each) => each.id === which)?.status
  expect([await statusOf(id), await statusOf(other)]).toEqual(['confirmed', 'completed'])
  await cure()
  expect(await countSaid(house)).toBe(1)
  expect(await statusOf(id)).toBe('completed')
})

test('taking back after the minute is refused as too late', async () => {
  valueFrom(await sayDone(house, owner(), { id }))
  await later(1)
  expect(refusalFrom(await takeBack(house, owner(), { id })).message).toBe(
    'Det är för sent att ångra. Bokningen är redan genomförd.',
  )
  // Repeating the deed after it has taken effect succeeds.
  valueFrom(await sayDone(house, owner(), { id }))
  expect(await later(2)).toBe(0)
})

test('saying it twice does not extend the minute', async () => {
  valueFrom(await sayDone(house, owner(), { id }))
  house.clock.forward({ minutes: 0.5 })
  valueFrom(await sayDone(house, owner(), { id }))
  expect(await later(0.5)).toBe(1)
})

test('the company sees when it counts, and can only take it back', async () => {
  valueFrom(await sayDone(house, owner(), { id }))
  expect(await seenByCompany()).toMatchObject({
    status: 'confirmed',
    said: { what: 'Räknas som genomförd kl. 11.01.00' },
    may: ['take back'],
  })
  setClock('2027-02-02T07:00:00Z')
  // The worker has been down, so it has not taken effect and can still be undone.
  const { unfinished } = await readCompanyDiary(house, owner(), new URLSearchParams())
  expect(unfinished).toMatchObject([{ id, said: { what: 'Räknas som genomförd alldeles strax' }, may: ['take back'] }])
  expect(refusalFrom(await sayNoShow(house, owner(), { id })).message).toBe(
    'Ni har sagt att jobbet är gjort. Ångra det först.',
  )
  valueFrom(await takeBack(house, owner(), { id }))
  expect((await seenByCompany()).may).toEqual(['complete', 'mark as no-show'])
})

test('countHeld does nothing when nothing was said, or less than a minute ago', async () => {
  const asked = () => house.db.transaction().execute((db) => countHeld(db, id, house.clock.now()))
  expect(await asked()).toBeUndefined()
  valueFrom(await sayDone(house, owner(), { id }))
  house.clock.forward({ minutes: 0.9 })
  expect(await asked()).toBeUndefined()
  expect(await row()).toMatchObject({ status: 'confirmed', said: 'complete' })
  valueFrom(await takeBack(house, owner(), { id }))
})

test('only the company may say that a job is done or a no-show, and take it back', async () => {
  const stranger = await joinAsMember(house)
  for (const deed of [sayDone, sayNoShow, takeBack]) {
    refusalFrom(await deed(house, member.signedIn, { id }))
    expect(await deed(house, stranger.signedIn, { id })).toMatchObject({ ok: false })
  }
  expect((await row()).said).toBe(null)
})

describe('within the minute', () => {
  test('a withdrawal by the member cancels what was said', async () => {
    valueFrom(await sayDone(house, owner(), { id }))
    valueFrom(await withdrawBooking(house, member.signedIn, { id, sure: 'on' }))
    expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'member', said: null })
    expect(await later(2)).toBe(0)
    expect(refusalFrom(await takeBack(house, owner(), { id })).message).toBe(
      'Det är för sent att ångra. Bokningen är redan avbokad.',
    )
  })

  test('an accepted new time cancels what was said', async () => {
    setClock('2027-02-01T08:00:00Z')
    valueFrom(
      await proposeTime(house, owner(), { id, start: bookingValues('', '2027-02-03', '10:00').start, early: 'on' }),
    )
    setClock('2027-02-01T10:00:00Z')
    valueFrom(await sayDone(house, owner(), { id }))
    refusalFrom(await answerProposal(house, owner(), { id, answer: 'no' }))
    valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes', early: 'on' }))
    expect(await row()).toMatchObject({ status: 'confirmed', said: null })
    expect(await later(2)).toBe(0)
  })

  test('neither side can cancel a job that has begun', async () => {
    valueFrom(await sayDone(house, owner(), { id }))
    for (const who of [owner(), member.signedIn]) refusalFrom(await cancelBooking(house, who, { id, understood: 'on' }))
    expect(await later(1)).toBe(1)
  })

  test.each([
    ['member', () => member],
    ['company', () => shop.owner],
  ] as const)('deleting the account of the %s still completes the job and charges its fee', async (_, who) => {
    setClock('2027-02-01T08:00:00Z')
    // Without what the company says, the proposal would make the booking upcoming, and it would be cancelled.
    valueFrom(
      await proposeTime(house, owner(), { id, start: bookingValues('', '2027-02-03', '10:00').start, early: 'on' }),
    )
    setClock('2027-02-01T10:00:00Z')
    valueFrom(await sayDone(house, owner(), { id }))
    const { visitor, signedIn } = who()
    const form = { password: PASSWORD, understood: 'on' }
    valueFrom(await deleteAccount(house, visitor, signedIn, form))
    expect(await row()).toMatchObject({ status: 'confirmed', said: 'complete' })
    expect(await later(1)).toBe(1)
    expect(await row()).toMatchObject({ status: 'completed', proposed_at: null })
    expect((await traces()).fees).toHaveLength(1)
  })
})

test('taking back and counting concurrently does exactly one of them (race condition)', async () => {
  valueFrom(await sayDone(house, owner(), { id }))
  house.clock.forward({ minutes: 1 })
  const [counted, taken] = await Promise.all([countSaid(house), takeBack(house, owner(), { id })])
  expect(counted).toBe(taken.ok ? 0 : 1)
  expect((await row()).status).toBe(taken.ok ? 'confirmed' : 'completed')
})

test('concurrent processes count each job once', async () => {
  const others = await joinNear(house, shop)
  const values = bookingValues(shop.serviceId, '2027-02-03', '10:00')
  setClock('2027-02-01T11:00:00Z')
  const next = valueFrom(await requestBooking(house, others.signedIn, values)).id
  valueFrom(await confirmBooking(house, owner(), { id: next }))
  setClock('2027-02-03T10:00:00Z')
  for (const one of [id, next]) valueFrom(await sayDone(house, owner(), { id: one }))
  house.clock.forward({ minutes: 1 })
  const now = house.clock.now()
  const claim = (db: typeof house.db) => claimSaid(db, now)
  const both = await whileKept(house.db, claim, async (db, first) => [first, await claim(db)])
  expect(new Set(both)).toEqual(new Set([id, next]))
  const counted = await Promise.all([countSaid(house), countSaid(house), countSaid(house)])
  expect(counted.reduce((sum, one) => sum + one)).toBe(2)
  expect((await bookingsOf(house, shop.companyId)).map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('the database refuses what is said of a job that has not begun or is not confirmed', async () => {
  const say = (said_at: Date) => house.db.updateTable('bookings').set({ said: 'complete', said_at }).execute()
  await expect(say(new Date('2027-02-01T08:59:59Z'))).rejects.toMatchObject({ constraint: 'bookings_said_when_begun' })
  valueFrom(await sayDone(house, owner(), { id }))
  await later(1)
  await expect(say(house.clock.now())).rejects.toMatchObject({ constraint: 'bookings_said_while_confirmed' })
})
