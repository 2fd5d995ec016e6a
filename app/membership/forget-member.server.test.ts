import { beforeEach, expect, test } from 'vitest'
import { setClock } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { payFor } from '../../test/support/money'
import { joinAsAdmin, joinAsAmbassador, joinAsCompany, joinAsMember } from '../../test/support/people'
import { runMemberships } from './course/run-memberships.server'
import { forgetMember, readEndedMembership } from './forget-member.server'

/* What the page that deletes an account says of the membership, on the days at the limits. */

const house = useHouse()
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

type Row = Record<string, string>

async function joined(row: Row = {}) {
  const { signedIn } = await joinAsMember(house)
  const { id } = signedIn.person
  const set = (change: Row) => house.db.updateTable('memberships').set(change).where('profile_id', '=', id).execute()
  if (Object.keys(row).length > 0) await set(row)
  return { id, set, on: (day: string) => readEndedMembership(house.db, id, new Date(`${day}T12:00:00Z`)) }
}

/** A member whose month from 20 December to 20 January is paid for. */
async function paid(row: Row = {}) {
  setClock('2026-11-20T12:00:00Z')
  const admin = await joinAsAdmin(house)
  const member = await joined()
  setClock('2026-12-15T12:00:00Z')
  await runMemberships(house)
  await payFor(house, admin.signedIn, { memberId: member.id })
  if (Object.keys(row).length > 0) await member.set(row)
  return member
}

test('a trial alone is nothing that ends, nor is a membership that has ended, nor nobody’s', async () => {
  expect(await (await joined()).on('2026-11-20')).toBeNull()
  const days = { covered_until: '2027-12-20', free_until: '2027-12-20' }
  const ended = { ...days, ended_on: '2026-11-20', ended_because: 'left' }
  expect(await (await joined(ended)).on('2026-11-20')).toBeNull()
  expect(await readEndedMembership(house.db, crypto.randomUUID(), house.clock.now())).toBeNull()
})

test('free months end with the account until their last day is over, and nobody has paid for them', async () => {
  const { on } = await joined({ covered_until: '2027-01-20', free_until: '2027-01-20' })
  const free = { coveredUntil: '2027-01-20', isPaid: false, paysByCard: false }
  expect(await on('2027-01-19')).toEqual({ ...free, mayWithdraw: false })
  expect(await on('2027-01-20')).toBeNull()
  // A gift that no payment stands beside is not paid for, however far the cover goes.
  const { on: onLater } = await joined({ covered_until: '2027-02-20', free_until: '2027-01-20' })
  expect(await onLater('2027-01-25')).toMatchObject({ isPaid: false })
})

test('the contract can be withdrawn from until the fourteenth day is over', async () => {
  const { on } = await joined({ covered_until: '2027-01-20', free_until: '2027-01-20', contract_on: '2026-11-20' })
  const may = async (day: string) => (await on(day))?.mayWithdraw
  expect([await may('2026-12-04'), await may('2026-12-05')]).toEqual([true, false])
})

test('a paid month is paid for while its days or those that free months moved lie ahead, and not in free ones after it', async () => {
  const { on } = await paid()
  expect(await on('2027-01-19')).toMatchObject({ coveredUntil: '2027-01-20', isPaid: true })
  const before = await paid({ free_until: '2027-02-20', covered_until: '2027-02-20' })
  expect(await before.on('2027-01-19')).toMatchObject({ isPaid: true })
  expect(await before.on('2027-01-20')).toMatchObject({ coveredUntil: '2027-02-20', isPaid: false })
  const moved = await paid({ free_until: '2027-02-20', covered_until: '2027-03-20' })
  expect(await moved.on('2027-02-25')).toMatchObject({ coveredUntil: '2027-03-20', isPaid: true })
})

test('only the member whose card is charged pays by card', async () => {
  const free = { covered_until: '2027-12-20', free_until: '2027-12-20' }
  const [siv, olle] = [await joined(free), await joined(free)]
  const now = house.clock.now()
  await house.db.insertInto('card_customers').values({ id: 'cus_siv', member_id: siv.id, created_at: now }).execute()
  await house.db
    .insertInto('card_subscriptions')
    .values({
      id: 'sub_siv',
      customer_id: 'cus_siv',
      status: 'active',
      is_live: true,
      asked_at: now,
      first_heard_at: now,
    })
    .execute()
  expect(await siv.on('2026-11-20')).toMatchObject({ paysByCard: true, isPaid: false })
  expect(await olle.on('2026-11-20')).toMatchObject({ paysByCard: false })
})

test('forgetting a member takes their number from the companies they tipped, and nobody else’s', async () => {
  const tip = async (phone: string) => {
    const { signedIn } = await joinAsAmbassador(house, { phone })
    const owner = await joinAsCompany(house, { referredBy: phone })
    const named = house.db.selectFrom('companies').select('referred_by_phone as phone')
    const read = async () => (await named.where('owner_id', '=', owner.signedIn.person.id).execute())[0]?.phone
    return { id: signedIn.person.id, read }
  }
  const [siv, olle] = [await tip('+46701749101'), await tip('+46701749102')]
  expect(await siv.read()).toBe('+46701749101')
  await forgetMember(house.db, siv.id)
  expect([await siv.read(), await olle.read()]).toEqual([null, '+46701749102'])
})
