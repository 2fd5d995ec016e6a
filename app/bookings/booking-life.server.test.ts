import { beforeEach, describe, expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import { bookingsOf, bookingValues, joinNear, openShop, type Shop, setClock } from '../../test/support/bookings'
import { sayDoneAndWait, sayNoShowAndWait } from '../../test/support/crowds/said'
import { useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, type Resident } from '../../test/support/people'
import { requestBooking } from './book/request-booking.server'
import { answerProposal } from './change/answer-proposal.server'
import { confirmBooking, declineBooking } from './change/answer-request.server'
import { cancelBooking, lateNotice } from './change/cancel-booking.server'
import { proposeTime } from './change/propose-time.server'
import { withdrawBooking } from './change/withdraw-booking.server'

const house = useHouse()
const monday = '2027-02-01'
let shop: Shop
let member: Resident
let id: string

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  shop = await openShop(house)
  member = await joinNear(house, shop)
  const form = bookingValues(shop.serviceId, monday, '10:00')
  id = valueFrom(await requestBooking(house, member.signedIn, form)).id
  house.told.length = 0
  await house.deliver()
})

const row = async () => {
  const rows = await bookingsOf(house, shop.companyId)
  const [found] = rows.filter((one) => one.id === id)
  if (!found) throw new Error('the booking is gone')
  return found
}
const company = () => shop.owner.signedIn
const confirm = async () => valueFrom(await confirmBooking(house, company(), { id }))
const pointsOf = async ({ signedIn }: Resident) =>
  house.db.selectFrom('point_entries').select('points').where('profile_id', '=', signedIn.person.id).execute()

test('a booking that is confirmed and completed tells both sides, raises its sequence and gives points once', async () => {
  await confirm()
  expect(await row()).toMatchObject({ status: 'confirmed', confirmed_at: house.clock.now(), sequence: 1 })
  expect(house.told.filter(({ about }) => about === 'bookings')).toEqual([
    { to: [`person:${member.signedIn.person.id}`, `company:${shop.companyId}`], about: 'bookings' },
  ])
  expect((await house.deliver()).map(({ recipient }) => recipient)).toContain(member.email)
  setClock('2027-02-01T10:00:00Z')
  valueFrom(await sayDoneAndWait(house, company(), { id }))
  valueFrom(await sayDoneAndWait(house, company(), { id }))
  expect(await row()).toMatchObject({ status: 'completed', sequence: 2 })
  // 674.10 kr gives 67 points, one per full 10 kr.
  expect(await pointsOf(member)).toEqual([{ points: 67 }])
})

test('repeating one’s own confirmation or cancellation is idempotent', async () => {
  await confirm()
  await confirm()
  expect(await row()).toMatchObject({ status: 'confirmed', sequence: 1 })
  valueFrom(await cancelBooking(house, member.signedIn, { id }))
  valueFrom(await cancelBooking(house, member.signedIn, { id }))
  expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'member', sequence: 2 })
  // The other side is told that the booking is cancelled already.
  expect(refusalFrom(await cancelBooking(house, company(), { id })).message).toBe('Bokningen är redan avbokad.')
})

test('declining a request stores the reason and frees the time', async () => {
  valueFrom(await declineBooking(house, company(), { id, reason: '  Vi är\r\nsjuka.  ' }))
  expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'company', reason: 'Vi är\nsjuka.' })
  const other = await joinNear(house, shop)
  valueFrom(await requestBooking(house, other.signedIn, bookingValues(shop.serviceId, monday, '10:00')))
})

test('a reason of invisible characters is stored as null', async () => {
  valueFrom(await declineBooking(house, company(), { id, reason: '\u200b\r\n\u2800' }))
  expect(await row()).toMatchObject({ status: 'cancelled', reason: null })
})

test('a reason may be 500 characters long, and a longer one is refused at its field', async () => {
  const refusal = refusalFrom(await declineBooking(house, company(), { id, reason: 'x'.repeat(501) }))
  expect(refusal.fields.reason).toBe('Det får vara högst 500 tecken')
  expect(await row()).toMatchObject({ status: 'pending' })
  valueFrom(await declineBooking(house, company(), { id, reason: ` ${'x'.repeat(500)} ` }))
  expect(await row()).toMatchObject({ status: 'cancelled', reason: 'x'.repeat(500) })
})

test('confirming and declining concurrently does exactly one of them (race condition)', async () => {
  const [yes, no] = await Promise.all([
    confirmBooking(house, company(), { id }),
    declineBooking(house, company(), { id }),
  ])
  expect([yes.ok, no.ok].filter(Boolean)).toHaveLength(1)
  expect((await row()).status).toBe(yes.ok ? 'confirmed' : 'cancelled')
})

describe('cancelling', () => {
  test('before the free limit succeeds and stores the reason', async () => {
    await confirm()
    setClock('2027-01-31T09:00:00Z')
    valueFrom(await cancelBooking(house, member.signedIn, { id, reason: 'Barnen är sjuka' }))
    expect(await row()).toMatchObject({ status: 'cancelled', reason: 'Barnen är sjuka' })
  })
  test('late is refused until the member has acknowledged that it is late', async () => {
    await confirm()
    setClock('2027-01-31T09:00:01Z')
    expect(refusalFrom(await cancelBooking(house, member.signedIn, { id })).fields).toEqual({ understood: lateNotice })
    expect(await row()).toMatchObject({ status: 'confirmed' })
    valueFrom(await cancelBooking(house, member.signedIn, { id, understood: 'on' }))
    expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'member' })
  })
  test('a pending request is never late', async () => {
    setClock('2027-02-01T08:59:00Z')
    valueFrom(await cancelBooking(house, member.signedIn, { id }))
  })
  test('is never late for the company', async () => {
    await confirm()
    setClock('2027-02-01T08:59:00Z')
    valueFrom(await cancelBooking(house, company(), { id }))
    expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'company' })
  })
  test('is refused once the job has begun', async () => {
    await confirm()
    setClock('2027-02-01T09:00:00Z')
    refusalFrom(await cancelBooking(house, member.signedIn, { id, understood: 'on' }))
    expect(await row()).toMatchObject({ status: 'confirmed' })
  })
})

test('a no-show can be marked only after the start, and gives no points', async () => {
  await confirm()
  refusalFrom(await sayNoShowAndWait(house, company(), { id }))
  setClock('2027-02-01T09:15:00Z')
  valueFrom(await sayNoShowAndWait(house, company(), { id }))
  valueFrom(await sayNoShowAndWait(house, company(), { id }))
  expect(await row()).toMatchObject({ status: 'cancelled', no_show: true, sequence: 2 })
  expect(await pointsOf(member)).toEqual([])
})

describe('a proposed time', () => {
  const at = (time: string, day = monday) => ({ id, start: bookingValues('', day, time).start })

  test('by the member moves and confirms the booking when the company accepts it', async () => {
    valueFrom(await proposeTime(house, member.signedIn, at('10:30')))
    expect(await row()).toMatchObject({ status: 'pending', proposed_by: 'member', lane: 1 })
    refusalFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes' }))
    valueFrom(await answerProposal(house, company(), { id, answer: 'yes' }))
    expect(await row()).toMatchObject({
      status: 'confirmed',
      scheduled_at: new Date('2027-02-01T09:30:00Z'),
      ends_at: new Date('2027-02-01T10:30:00Z'),
      proposed_at: null,
      lapses_at: new Date('2027-02-01T09:30:00Z'),
      sequence: 2,
    })
  })
  test('that is refused leaves the booking as it was', async () => {
    await confirm()
    valueFrom(await proposeTime(house, company(), { id, day: '2027-02-02', time: '19:00' }))
    valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'no' }))
    expect(await row()).toMatchObject({ status: 'confirmed', proposed_at: null, proposed_by: null })
    expect((await row()).scheduled_at).toEqual(new Date('2027-02-01T09:00:00Z'))
  })
  test('that its own side takes back is told as taken back, and one that the other side refuses as refused', async () => {
    for (const [who, words] of [
      [shop.owner, 'har tagit tillbaka sitt förslag om en ny tid. Tiden som du bad om är inte bekräftad än.'],
      [member, 'Den nya tiden passade inte'],
    ] as const) {
      valueFrom(await proposeTime(house, company(), at('10:30')))
      await house.deliver()
      valueFrom(await answerProposal(house, who.signedIn, { id, answer: 'no' }))
      const [mail] = await house.deliver()
      expect(mail?.recipient).toBe((who === member ? shop.owner : member).email)
      expect(mail?.text).toContain(words)
    }
  })
  test('by the company may be outside of its opening hours, one by the member may not', async () => {
    expect(refusalFrom(await proposeTime(house, member.signedIn, at('19:00'))).fields.start).toContain('inte ledig')
    valueFrom(await proposeTime(house, company(), at('19:00')))
  })
  test.each([
    [{ start: '2027-01-29T08:00:00Z' }, 'redan varit'],
    [{ start: '2027-12-24T08:00:00Z' }, 'Så långt fram'],
    [{ start: '2027-02-01T09:00:00Z' }, 'redan gäller'],
    [{ start: 'snart' }, 'Välj en dag'],
    [{ day: '2027-02-30', time: '10:00' }, 'Välj en dag'],
    [{}, 'Välj en dag'],
  ])('of %j is refused', async (given: Record<string, string>, words) => {
    expect(refusalFrom(await proposeTime(house, company(), { id, ...given })).fields.start).toContain(words)
    expect(await row()).toMatchObject({ proposed_at: null, sequence: 0 })
  })
  test('that somebody else has taken meanwhile cannot be accepted', async () => {
    valueFrom(await proposeTime(house, member.signedIn, at('14:00')))
    const other = await joinNear(house, shop)
    valueFrom(await requestBooking(house, other.signedIn, bookingValues(shop.serviceId, monday, '14:00')))
    refusalFrom(await answerProposal(house, company(), { id, answer: 'yes' }))
    expect(await row()).toMatchObject({ status: 'pending', scheduled_at: new Date('2027-02-01T09:00:00Z') })
  })
  test('cannot be accepted when the capacity was lowered meanwhile and is used up', async () => {
    await house.db.updateTable('companies').set({ capacity: 2 }).where('id', '=', shop.companyId).execute()
    const other = await joinNear(house, shop)
    const ask = async (time: string) =>
      valueFrom(await requestBooking(house, other.signedIn, bookingValues(shop.serviceId, monday, time))).id
    const above = await ask('14:00')
    // Moved to the lane by hand, as a cancellation may leave it.
    await house.db.updateTable('bookings').set({ lane: 2 }).where('id', '=', above).execute()
    valueFrom(await proposeTime(house, member.signedIn, at('14:00')))
    await house.db.updateTable('companies').set({ capacity: 1 }).where('id', '=', shop.companyId).execute()
    expect(refusalFrom(await answerProposal(house, company(), { id, answer: 'yes' })).message).toContain(
      'bokad av någon',
    )
    // The database constraint refuses it even if the code does not.
    const moved = {
      scheduled_at: '2027-02-01T13:30:00Z',
      ends_at: '2027-02-01T14:30:00Z',
      busy_until: '2027-02-01T14:30:00Z',
    }
    const move = house.db
      .updateTable('bookings')
      .set({ ...moved, lane: 1 })
      .where('id', '=', id)
      .execute()
    await expect(move).rejects.toMatchObject({ constraint: 'bookings_within_capacity' })
  })
  test('may be from the next minute to the last bookable day, no sooner and no later', async () => {
    const words = async (who: Resident, start: string) => {
      const answer = await proposeTime(house, who.signedIn, { id, start, early: 'on' })
      return answer.ok ? null : refusalFrom(answer).fields.start
    }
    expect(await words(shop.owner, '2027-01-29T09:00:00Z')).toBe('Den tiden har redan varit')
    expect(await words(shop.owner, '2027-01-29T09:01:00Z')).toBeNull()
    // Ninety days ahead, up to the last minute of that day in Stockholm.
    expect(await words(shop.owner, '2027-04-29T21:59:00Z')).toBeNull()
    expect(await words(shop.owner, '2027-04-29T22:00:00Z')).toBe('Så långt fram går det inte att boka än')
    expect(await words(member, '2027-04-29T15:00:00Z')).toBeNull()
  })
  test('for a confirmed booking keeps the date of the contract, and both sides are told when it is accepted', async () => {
    await confirm()
    const since = house.clock.now()
    const marked = { member_reminded_at: since, company_reminded_at: since }
    await house.db.updateTable('bookings').set(marked).where('id', '=', id).execute()
    setClock('2027-01-30T09:00:00Z')
    await house.deliver()
    // Overlaps the booking's own current time, which does not count as taken.
    valueFrom(await proposeTime(house, company(), at('10:30')))
    expect(await row()).toMatchObject({
      ...{ status: 'confirmed', proposed_by: 'company', proposed_at: new Date('2027-02-01T09:30:00Z') },
      scheduled_at: new Date('2027-02-01T09:00:00Z'),
    })
    expect((await house.deliver()).map(({ recipient }) => recipient)).toEqual([member.email])
    house.told.length = house.woken.length = 0
    valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes' }))
    expect(await row()).toMatchObject({
      ...{ status: 'confirmed', confirmed_at: since, scheduled_at: new Date('2027-02-01T09:30:00Z'), lane: 1 },
      ...{ busy_until: new Date('2027-02-01T10:30:00Z'), proposed_at: null, proposed_by: null },
      ...{ member_reminded_at: null, sequence: 3, changed_at: house.clock.now(), early_start_at: since },
    })
    // The member, who accepted, gets the new time in writing, too.
    const told = (await house.deliver()).map(({ recipient }) => recipient)
    expect(told.toSorted()).toEqual([member.email, shop.owner.email].toSorted())
    expect(house.told.filter(({ about }) => about === 'bookings')).toHaveLength(1)
    expect(house.woken).toEqual(expect.arrayContaining(['messages', 'waiting list']))
  })
  test('that is refused or withdrawn at the original start cancels the booking, by the side that did so, and tells the other', async () => {
    for (const [who, by] of [
      [member, 'member'],
      [shop.owner, 'company'],
    ] as const) {
      const asked = bookingValues(shop.serviceId, monday, by === 'member' ? '12:00' : '14:00')
      const mine = valueFrom(await requestBooking(house, member.signedIn, asked)).id
      setClock('2027-01-29T09:00:00Z')
      const start = '2027-02-02T09:00:00Z'
      valueFrom(await proposeTime(house, shop.owner.signedIn, { id: mine, start }))
      // At the original start time, which counts as passed.
      setClock(asked.start)
      await house.deliver()
      valueFrom(await answerProposal(house, who.signedIn, { id: mine, answer: 'no' }))
      const rows = await bookingsOf(house, shop.companyId)
      expect(rows.find((one) => one.id === mine)).toMatchObject({
        ...{ status: 'cancelled', cancelled_by: by, cancelled_at: house.clock.now() },
        ...{ proposed_at: null, proposed_by: null, reason: null },
      })
      const told = (await house.deliver()).map(({ recipient }) => recipient)
      expect(told).toContain((by === 'member' ? shop.owner : member).email)
      setClock('2027-01-29T09:00:00Z')
    }
  })
  test('by the company is refused when its capacity is used up then', async () => {
    const other = await joinNear(house, shop)
    valueFrom(await requestBooking(house, other.signedIn, bookingValues(shop.serviceId, monday, '14:00')))
    expect(refusalFrom(await proposeTime(house, company(), at('14:30'))).fields.start).toContain('redan fullt')
  })
})

test("strangers cannot find the booking, and neither side may do the other's deeds", async () => {
  const before = await row()
  const strangers = [await joinNear(house, shop), (await openShop(house)).owner, await joinAsAdmin(house)]
  const all = [
    confirmBooking,
    declineBooking,
    sayDoneAndWait,
    sayNoShowAndWait,
    cancelBooking,
    proposeTime,
    answerProposal,
  ] as const
  const values = { id, answer: 'yes', understood: 'on', start: '2027-02-01T11:00:00Z' }
  for (const { signedIn } of strangers) {
    for (const deed of all) {
      expect(await deed(house, signedIn, values)).toEqual(notThere)
    }
  }
  for (const deed of [confirmBooking, declineBooking, sayDoneAndWait, sayNoShowAndWait]) {
    refusalFrom(await deed(house, member.signedIn, values))
  }
  expect(await row()).toEqual(before)
  await confirm()
  refusalFrom(await withdrawBooking(house, company(), { id, sure: 'on' }))
  for (const { signedIn } of [member, shop.owner]) {
    valueFrom(await proposeTime(house, signedIn, { ...values, early: 'on' }))
    // Accepting a proposal is for the side that did not make it.
    refusalFrom(await answerProposal(house, signedIn, { ...values, early: 'on' }))
    expect(await row()).toMatchObject({ status: 'confirmed', scheduled_at: before.scheduled_at })
    valueFrom(await answerProposal(house, signedIn, { id, answer: 'no' }))
  }
  for (const wrong of ['', 'x', '00000000-0000-0000-0000-000000000000']) {
    expect(await confirmBooking(house, company(), { id: wrong })).toEqual(notThere)
  }
})
