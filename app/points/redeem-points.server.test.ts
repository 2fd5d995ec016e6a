import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { companyOf, joinAlone } from '../../test/support/sponsorship'
import { earnForBooking } from './earn-points.server'
import { insertMark } from './pair-store.server'
import { insertEntry, readEntriesWhole, readPointAccount } from './points-store.server'
import { readMarksForAdmin } from './read-marks.server'
import { redeemFreeMonth } from './redeem-points.server'
import { takeBackPoints } from './take-back-points.server'

const house = useHouse()

async function memberWith(points: number): Promise<Resident> {
  const member = await joinAsMember(house)
  await insertEntry(house.db, {
    personId: member.signedIn.person.id,
    kind: 'booking',
    eventId: randomUUID(),
    points,
    about: 'Hemstäd',
    at: house.clock.now(),
  })
  return member
}

const marksOf = async (admin: Resident, { signedIn }: Resident) =>
  (await readMarksForAdmin(house, admin.signedIn, null)).marks.filter((one) => one.personId === signedIn.person.id)
const monthsOf = ({ signedIn }: Resident) =>
  house.db.selectFrom('given_months').selectAll().where('member_id', '=', signedIn.person.id).execute()
const balanceOf = async ({ signedIn }: Resident) => (await readPointAccount(house.db, signedIn.person.id)).balance

test('redeeming 500 points gives a free month and sends a mail', async () => {
  const member = await memberWith(620)
  await house.deliver()
  house.woken.length = 0
  valueFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
  expect(await monthsOf(member)).toMatchObject([{ months: 1, source: 'points' }])
  expect(await balanceOf(member)).toBe(120)
  expect(mailTo(await house.deliver(), member.email).subject).toBe('En fri månad för dina poäng')
  expect(house.told).toContainEqual({ to: [`person:${member.signedIn.person.id}`], about: 'points' })
  expect(house.woken).toEqual(['mail'])
})

test('twenty concurrent requests with the same key give one month', async () => {
  const member = await memberWith(5000)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeemFreeMonth(house, member.signedIn, { key })))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await monthsOf(member)).toHaveLength(1)
  expect(await balanceOf(member)).toBe(4500)
})

test('twenty concurrent requests with different keys spend no more than the balance', async () => {
  const member = await memberWith(1700)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => redeemFreeMonth(house, member.signedIn, { key: randomUUID() })),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  expect(await monthsOf(member)).toHaveLength(3)
  expect(await balanceOf(member)).toBe(200)
})

test('499 points are refused, and nothing is given', async () => {
  const member = await memberWith(499)
  const refusal = refusalFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
  expect(refusal).toMatchObject({ title: 'Poängen räcker inte', message: expect.stringContaining('du har 499') })
  expect(await monthsOf(member)).toEqual([])
  expect(await readEntriesWhole(house.db, member.signedIn.person.id)).toHaveLength(1)
})

test("using another member's key is refused and costs no points", async () => {
  const key = randomUUID()
  const [first, second] = [await memberWith(500), await memberWith(500)]
  valueFrom(await redeemFreeMonth(house, first.signedIn, { key }))
  refusalFrom(await redeemFreeMonth(house, second.signedIn, { key }))
  expect(await monthsOf(second)).toEqual([])
  expect(await balanceOf(second)).toBe(500)
})

test('a request without a valid key, or by a company, is refused', async () => {
  const member = await memberWith(500)
  for (const key of ['', 'x']) refusalFrom(await redeemFreeMonth(house, member.signedIn, { key }))
  const company = await joinAsCompany(house)
  refusalFrom(await redeemFreeMonth(house, company.signedIn, { key: randomUUID() }))
  expect(await balanceOf(member)).toBe(500)
})

test.each([
  ['without a month when the balance covers them', 500, 1, 0, 0, '1000 poäng som'],
  ['with the month that they were redeemed for', 100, 1, 1, 100, '1000 poäng och 1 fri månad som'],
  ['with both months that they were redeemed for', 100, 2, 2, 100, '1000 poäng och 2 fria månader som'],
])('marked points are taken back %s', async (_, own, bought, revoked, left, words) => {
  const [admin, member, { email }] = [await joinAsAdmin(house), await memberWith(own), await joinAsCompany(house)]
  const personId = member.signedIn.person.id
  const company = house.db.selectFrom('companies').select('id').where('email', '=', email)
  const { id: companyId } = await company.executeTakeFirstOrThrow()
  for (const month of ['2026-10', '2026-11']) {
    const completedAt = new Date(`${month}-10T12:00:00Z`)
    const job = { id: randomUUID(), customerId: personId, companyId, customerPaysOre: 9_000_00, completedAt }
    await earnForBooking(house.db, { ...job, serviceTitle: 'Hemstäd' })
  }
  for (let month = 0; month < bought; month++) {
    valueFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
  }
  expect(await balanceOf(member)).toBe(own + 1000 - bought * 500)
  const [mark] = await marksOf(admin, member)
  expect(mark).toMatchObject({ points: 1000, bookings: 2, reviews: 0, months: 0 })
  await house.deliver()
  house.woken.length = 0
  valueFrom(await takeBackPoints(house, admin.signedIn, { mark: mark?.id ?? '', reason: 'Påhittat', sure: 'on' }))
  expect(await balanceOf(member)).toBe(left)
  expect(house.woken).toContain('messages')
  expect((await monthsOf(member)).filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(revoked)
  const mails = await house.deliver()
  const to = (recipient: string) => mails.filter((mail) => mail.recipient === recipient).map(({ text }) => text)
  expect(to(member.email)).toEqual([expect.stringContaining(`tagit tillbaka ${words}`)])
  expect(to(email)).toEqual([expect.stringContaining('tagit tillbaka 1000 poäng som en kund')])
  for (const { text } of mails) expect(text).toContain('Skälet: Påhittat')
  expect((await marksOf(admin, member)).length).toBe(0)
  expect(await readAudit(house.db, { kind: 'person', id: personId }, 1)).toMatchObject([
    { deed: 'take back points', reason: 'Påhittat', after: { points: -1000, months: 0 - revoked } },
  ])
})

test.each([
  [0, []],
  [1, [-1]],
])('when %i points are left and no month can be taken back, only those points are taken', async (left, taken) => {
  const [admin, member, shop] = [await joinAsAdmin(house), await joinAsMember(house), await joinAlone(house)]
  const pair = { personId: member.signedIn.person.id, companyId: (await companyOf(house, shop)).id }
  const entry = { personId: pair.personId, eventId: randomUUID(), about: 'Lind', at: house.clock.now() }
  await insertEntry(house.db, { ...entry, ...pair, kind: 'review', points: 25 })
  await insertEntry(house.db, { ...entry, kind: 'free month', points: left - 25 })
  await insertMark(house.db, { ...pair, why: 'many', at: entry.at })
  const [mark] = await marksOf(admin, member)
  const asked = { mark: mark?.id ?? '', reason: 'x'.repeat(1000), sure: 'on' }
  refusalFrom(await takeBackPoints(house, admin.signedIn, { ...asked, reason: 'x'.repeat(1001) }))
  await expect(takeBackPoints(house, member.signedIn, asked)).rejects.toThrow('not allowed')
  valueFrom(await takeBackPoints(house, admin.signedIn, asked))
  const entries = await readEntriesWhole(house.db, pair.personId)
  expect(entries.filter(({ kind }) => kind === 'taken back').map(({ points }) => points)).toEqual(taken)
  expect(await marksOf(admin, member)).toEqual([])
})
