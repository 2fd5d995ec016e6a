import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { insertEntry, readEntriesWhole, readPointAccount } from './points-store.server'
import { redeemFreeMonth } from './redeem-points.server'

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

const monthsOf = ({ signedIn }: Resident) =>
  house.db.selectFrom('given_months').selectAll().where('member_id', '=', signedIn.person.id).execute()
const balanceOf = async ({ signedIn }: Resident) => (await readPointAccount(house.db, signedIn.person.id)).balance

test('500 points are a free month, and a mail says so', async () => {
  const member = await memberWith(620)
  await house.deliver()
  valueFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
  expect(await monthsOf(member)).toMatchObject([{ months: 1, source: 'points' }])
  expect(await balanceOf(member)).toBe(120)
  expect(mailTo(await house.deliver(), member.email).subject).toBe('En fri månad för dina poäng')
  expect(house.told).toContainEqual({ to: [`person:${member.signedIn.person.id}`], about: 'points' })
})

test('pressed twenty times at once, it is one month', async () => {
  const member = await memberWith(5000)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeemFreeMonth(house, member.signedIn, { key })))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await monthsOf(member)).toHaveLength(1)
  expect(await balanceOf(member)).toBe(4500)
})

test('twenty presses of their own spend what there is and no more', async () => {
  const member = await memberWith(1700)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => redeemFreeMonth(house, member.signedIn, { key: randomUUID() })),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  expect(await monthsOf(member)).toHaveLength(3)
  expect(await balanceOf(member)).toBe(200)
})

test('499 are not enough, and nothing is given', async () => {
  const member = await memberWith(499)
  const refusal = refusalFrom(await redeemFreeMonth(house, member.signedIn, { key: randomUUID() }))
  expect(refusal).toMatchObject({ title: 'Poängen räcker inte', message: expect.stringContaining('du har 499') })
  expect(await monthsOf(member)).toEqual([])
  expect(await readEntriesWhole(house.db, member.signedIn.person.id)).toHaveLength(1)
})

test("another's key gives nothing for nothing", async () => {
  const key = randomUUID()
  const [first, second] = [await memberWith(500), await memberWith(500)]
  valueFrom(await redeemFreeMonth(house, first.signedIn, { key }))
  refusalFrom(await redeemFreeMonth(house, second.signedIn, { key }))
  expect(await monthsOf(second)).toEqual([])
  expect(await balanceOf(second)).toBe(500)
})

test('without a key, or as a company, nothing happens', async () => {
  const member = await memberWith(500)
  for (const key of ['', 'x']) refusalFrom(await redeemFreeMonth(house, member.signedIn, { key }))
  const company = await joinAsCompany(house)
  refusalFrom(await redeemFreeMonth(house, company.signedIn, { key: randomUUID() }))
  expect(await balanceOf(member)).toBe(500)
})
