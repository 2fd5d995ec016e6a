import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveProfile } from '~/accounts/profile/save-profile.server'
import { readAudit } from '~/audit/public.server'
import { confirmBooking, requestBooking } from '~/bookings/public.server'
import { giveFreeMonths } from '~/membership/public.server'
import { readMarksForAdmin } from '~/points/read-marks.server'
import { readPoints } from '~/points/read-points.server'
import { redeemFreeMonth } from '~/points/redeem-points.server'
import { approvePoints, takeBackPoints } from '~/points/take-back-points.server'
import { saveReview } from '~/reviews/save-review.server'
import { bookingsOf, bookingValues, openShop, type Shop, setClock } from '../support/bookings'
import { doJob } from '../support/crowds/done-jobs'
import { sayDoneAndWait } from '../support/crowds/said'
import { useHouse } from '../support/house'
import { mailTo } from '../support/letters'
import { refusalFrom, valueFrom } from '../support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, provePhoneOf, type Resident } from '../support/people'

/** Fraud with points: a member and a complicit company create points without work, or somebody takes a neighbour's. */

const house = useHouse()
let shop: Shop
let member: Resident
beforeEach(async () => {
  setClock('2026-11-20T12:00:00Z')
  shop = await openShop(house)
  member = await joinAsMember(house, { postcode: shop.postcode })
})

const pointsOf = async ({ signedIn }: Resident) => (await readPoints(house, signedIn, null)).balance
const bought = ({ signedIn }: Resident) =>
  house.db.selectFrom('given_months').selectAll().where('member_id', '=', signedIn.person.id).execute()
const freeUntil = async ({ signedIn }: Resident) =>
  (
    await house.db
      .selectFrom('memberships')
      .select('free_until')
      .where('profile_id', '=', signedIn.person.id)
      .executeTakeFirstOrThrow()
  ).free_until

async function booked(day: string, time: string) {
  const { id } = valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, time)))
  valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
  return id
}

test('a job cannot be completed or reviewed, and gives no points, before it has begun', async () => {
  const id = await booked('2026-11-24', '10:00')
  for (const moment of ['2026-11-20T12:00:00Z', '2026-11-24T08:59:59Z']) {
    setClock(moment)
    expect(refusalFrom(await sayDoneAndWait(house, shop.owner.signedIn, { id })).message).toMatch(/har börjat/)
    expect(refusalFrom(await saveReview(house, member.signedIn, id, { stars: '5' })).message).toMatch(/genomförd/)
  }
  expect(await pointsOf(member)).toBe(0)
  setClock('2026-11-24T09:00:00Z')
  valueFrom(await sayDoneAndWait(house, shop.owner.signedIn, { id }))
  expect(await pointsOf(member)).toBe(67)
})

test('the database refuses a completion before the start, and a changed time of completion', async () => {
  const id = await booked('2026-11-24', '10:00')
  const write = (completedAt: string) =>
    house.db
      .updateTable('bookings')
      .set({ status: 'completed', completed_at: new Date(completedAt) })
      .where('id', '=', id)
      .execute()
  await expect(write('2026-11-24T08:59:59Z')).rejects.toMatchObject({ constraint: 'bookings_done_when_begun' })
  await write('2026-11-24T09:00:00Z')
  await expect(write('2026-11-25T09:00:00Z')).rejects.toMatchObject({ constraint: 'bookings_as_agreed' })
  const [row] = await bookingsOf(house, shop.companyId)
  if (!row) throw new Error('unreachable')
  const { busy: _, ...copy } = row
  const early = { ...copy, id: randomUUID(), key: randomUUID(), lane: 1, completed_at: new Date('2026-11-01') }
  const later = { scheduled_at: new Date('2026-12-01T09:00Z'), ends_at: new Date('2026-12-01T10:00Z') }
  const insert = house.db.insertInto('bookings').values({ ...early, ...later, busy_until: later.ends_at })
  await expect(insert.execute()).rejects.toMatchObject({ constraint: 'bookings_done_when_begun' })
})

test('expensive fake jobs give at most 500 points a month, and are flagged for administrators', async () => {
  for (let job = 0; job < 4; job++) await doJob(house, shop, member, { kronor: 50_000 })
  expect(await pointsOf(member)).toBe(500)
  const { marks } = await readMarksForAdmin(house, (await joinAsAdmin(house)).signedIn, null)
  expect(marks.filter(({ companyId }) => companyId === shop.companyId)).toMatchObject([
    { personId: member.signedIn.person.id, points: 500, bookings: 1, why: expect.stringContaining('500') },
  ])
})

test('one company gives a member points for at most five jobs and five reviews a month', async () => {
  for (let job = 0; job < 8; job++) {
    const id = await doJob(house, shop, member)
    valueFrom(await saveReview(house, member.signedIn, id, { stars: '5' }))
  }
  // Five times 67 and five times 25.
  expect(await pointsOf(member)).toBe(460)
  const other = await openShop(house, { postcode: shop.postcode })
  await doJob(house, other, member)
  expect(await pointsOf(member), 'another company has limits of its own').toBe(527)
})

test('twenty jobs completed at the same moment stay within the monthly limit of points', async () => {
  const crowded = await openShop(house, {
    capacity: 20,
    postcode: shop.postcode,
    service: { base_price_cents: 1_200_00 },
  })
  const ids: string[] = []
  for (let job = 0; job < 20; job++) {
    const form = bookingValues(crowded.serviceId, '2026-11-24', '10:00')
    const { id } = valueFrom(await requestBooking(house, member.signedIn, form))
    valueFrom(await confirmBooking(house, crowded.owner.signedIn, { id }))
    ids.push(id)
  }
  setClock('2026-11-24T10:00:00Z')
  await Promise.all(ids.map((id) => sayDoneAndWait(house, crowded.owner.signedIn, { id })))
  // 108 points each: four in full, and what is left of the limit of 500.
  expect(await pointsOf(member)).toBe(500)
})

describe('points that were flagged', () => {
  let admin: Resident
  const marks = async () =>
    (await readMarksForAdmin(house, admin.signedIn, null)).marks.filter(({ companyId }) => companyId === shop.companyId)
  const takeBack = async (given: Record<string, string> = {}) => {
    const [mark] = await marks()
    return takeBackPoints(house, admin.signedIn, { mark: mark?.id ?? '', reason: 'Påhittat', sure: 'on', ...given })
  }
  beforeEach(async () => {
    admin = await joinAsAdmin(house)
    for (const month of ['2026-10', '2026-11']) {
      setClock(`${month}-20T12:00:00Z`)
      for (let job = 0; job < 2; job++) await doJob(house, shop, member, { kronor: 9_000 })
    }
    await house.deliver()
  })

  test('are taken back once with the months they bought, in the ledger, and both sides are told', async () => {
    const before = await freeUntil(member)
    valueFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
    valueFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
    expect(await freeUntil(member)).not.toBe(before)
    await house.deliver()

    refusalFrom(await takeBack({ reason: '' }))
    refusalFrom(await takeBack({ sure: '' }))
    const [mark] = await marks()
    const form = { mark: mark?.id ?? '', reason: 'Påhittat', sure: 'on' }
    await Promise.all([1, 2, 3].map(() => takeBackPoints(house, admin.signedIn, form)))
    expect(await marks()).toEqual([])
    expect(await pointsOf(member)).toBe(0)
    const entries = (await readPoints(house, member.signedIn, null)).history
    expect(entries.map(({ title, points }) => [title, points])).toEqual([
      ['Tillbakataget: poäng från Lind Städ AB', -1000],
      ['Tillbakatagen: en fri månad', 500],
      ['Tillbakatagen: en fri månad', 500],
      ['En fri månad', -500],
      ['En fri månad', -500],
      ['Hemstäd', 500],
      ['Hemstäd', 500],
    ])
    expect(await freeUntil(member)).toBe(before)
    expect((await bought(member)).map(({ revoked_at }) => revoked_at !== null)).toEqual([true, true])
    const mails = await house.deliver()
    expect(mailTo(mails, member.email).text).toMatch(/1000 poäng och 2 fria månader[\s\S]*Påhittat/)
    expect(mailTo(mails, shop.owner.email).text).toContain('Påhittat')
    const deeds = await readAudit(house.db, { kind: 'person', id: member.signedIn.person.id }, 5)
    expect(deeds.map(({ deed, reason }) => [deed, reason])).toEqual([['take back points', 'Påhittat']])
  })

  test('are taken back without the free months that an administrator gave', async () => {
    const given = { months: 3, source: 'admin' as const, key: randomUUID(), now: house.clock.now() }
    await house.db.transaction().execute((trx) => giveFreeMonths(trx, member.signedIn.person.id, given))
    const before = await freeUntil(member)
    valueFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
    expect(await freeUntil(member)).not.toBe(before)
    valueFrom(await takeBack())
    expect(await freeUntil(member)).toBe(before)
    expect((await bought(member)).map(({ source, revoked_at }) => [source, revoked_at !== null]).toSorted()).toEqual([
      ['admin', false],
      ['points', true],
    ])
  })

  test('are taken back without the points from another company', async () => {
    const other = await openShop(house, { postcode: shop.postcode })
    await doJob(house, other, member)
    valueFrom(await takeBack())
    expect(await pointsOf(member)).toBe(67)
  })

  test('can be approved, and are then flagged no more', async () => {
    const [mark] = await marks()
    valueFrom(await approvePoints(house, admin.signedIn, { mark: mark?.id ?? '' }))
    expect(await marks()).toEqual([])
    expect(await pointsOf(member)).toBe(1000)
  })

  test('can be seen and settled by administrators only', async () => {
    const [mark] = await marks()
    const form = { mark: mark?.id ?? '', reason: 'x', sure: 'on' }
    for (const { signedIn } of [member, shop.owner]) {
      for (const deed of [takeBackPoints, approvePoints]) {
        await expect(deed(house, signedIn, form)).rejects.toThrow('not allowed')
      }
      await expect(readMarksForAdmin(house, signedIn, null)).rejects.toThrow('not allowed')
    }
  })
})

test('an unverified phone number gives nobody the tip rewards of the number’s owner', async () => {
  const phone = '+46701749700'
  const thief = await joinAsMember(house, { phone })
  valueFrom(await saveProfile(house, thief.visitor, thief.signedIn, { name: 'Tjuv', phone, postcode: '' }))
  await joinAsCompany(house, { referredBy: phone })
  expect([await pointsOf(thief), await freeUntil(thief)]).toEqual([0, null])

  const owner = await joinAsMember(house, { phone })
  await provePhoneOf(house, owner)
  expect(await pointsOf(owner)).toBe(500)
  expect(await freeUntil(owner)).not.toBeNull()
  expect([await pointsOf(thief), await freeUntil(thief)]).toEqual([0, null])
})
