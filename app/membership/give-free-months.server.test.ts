import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { lockMember } from '~/accounts/public.server'
import { dayOf, daysAfter } from '~/shared/time'
import { useHouse } from '../../test/support/house'
import { openChargesOf } from '../../test/support/money'
import { found } from '../../test/support/outcome'
import { joinAsAmbassador, joinAsCompany, joinAsMember } from '../../test/support/people'
import { runMemberships } from './course/run-memberships.server'
import { addMonths, mayUseDiscounts, TRIAL_DAYS } from './free-period'
import { giveFreeMonths, takeBackBoughtMonth } from './give-free-months.server'

const house = useHouse()
const trialEnd = () => daysAfter(dayOf(house.clock.now()), TRIAL_DAYS)

function give(memberId: string, months: number, key: string = randomUUID()) {
  const given = { months, source: 'points' as const, key, now: house.clock.now() }
  return house.db.transaction().execute((trx) => giveFreeMonths(trx, memberId, given))
}

test('given months follow the trial and the months of tips', async () => {
  const phone = '+46701740777'
  const { signedIn } = await joinAsAmbassador(house, { phone })
  await joinAsCompany(house, { referredBy: phone })
  expect(await give(signedIn.person.id, 2)).toEqual({ freeUntil: addMonths(trialEnd(), 14), isNew: true })
  const { member_status } = await house.db
    .selectFrom('profiles')
    .select('member_status')
    .where('id', '=', signedIn.person.id)
    .executeTakeFirstOrThrow()
  expect(member_status).toBe('free')
})

test('giving is idempotent by key, also when twenty requests arrive at the same time', async () => {
  const { signedIn } = await joinAsMember(house)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => give(signedIn.person.id, 1, key)))
  expect(answers.filter((answer) => answer?.isNew)).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer?.freeUntil))).toEqual(new Set([addMonths(trialEnd(), 1)]))
})

test('twenty concurrent gifts follow one after another', async () => {
  const { signedIn } = await joinAsMember(house)
  await Promise.all(Array.from({ length: 20 }, () => give(signedIn.person.id, 1)))
  expect(await give(signedIn.person.id, 1)).toMatchObject({ freeUntil: addMonths(trialEnd(), 21) })
})

test('a member whose membership has not begun gets it with the months, which follow its trial', async () => {
  const [{ signedIn }, other] = [await joinAsMember(house), await joinAsMember(house)]
  const { id } = signedIn.person
  await house.asOwner(`delete from memberships where profile_id = '${id}'`)
  expect(await give(id, 1)).toEqual({ freeUntil: addMonths(trialEnd(), 1), isNew: true })
  const begun = house.db.selectFrom('memberships').select('free_until as until')
  expect(await begun.where('profile_id', '=', id).execute()).toEqual([{ until: addMonths(trialEnd(), 1) }])
  expect(await begun.where('profile_id', '=', other.signedIn.person.id).execute()).toEqual([{ until: null }])
})

test('the charge that free months strike says whether they were given or taken back', async () => {
  const { signedIn } = await joinAsMember(house)
  const { id } = signedIn.person
  const askAfter = async (days: number) => {
    house.clock.forward({ days })
    await runMemberships(house)
    expect(await openChargesOf(house.db, { memberId: id })).toHaveLength(1)
  }
  const struck = async () => {
    expect(await openChargesOf(house.db, { memberId: id })).toEqual([])
    const rows = house.db.selectFrom('charges').select('struck_because as because').where('member_id', '=', id)
    return (await rows.orderBy('id').execute()).map(({ because }) => because)
  }
  await askAfter(TRIAL_DAYS - 7)
  await give(id, 1)
  expect(await struck()).toEqual(['Fria månader gavs'])
  await askAfter(31)
  await house.db.transaction().execute(async (db) => {
    await takeBackBoughtMonth({ ...house, db }, found(await lockMember(db, id)))
  })
  expect(await struck()).toEqual(['Fria månader gavs', 'Fria månader togs tillbaka'])
})

test('a company account is given no months', async () => {
  const { signedIn } = await joinAsCompany(house)
  expect(await give(signedIn.person.id, 1)).toBeNull()
})

test.each([
  ['trial', true],
  ['active', true],
  ['free', true],
  ['past_due', false],
  ['ended', false],
  [null, false],
] as const)('discounts with status %s: %s', (status, may) => {
  expect(mayUseDiscounts(status)).toBe(may)
})
