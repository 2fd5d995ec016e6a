import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayOf } from '~/shared/time'
import { useHouse } from '../../test/support/house'
import { joinAsAmbassador, joinAsCompany, joinAsMember } from '../../test/support/people'
import { addMonths, mayUseDiscounts, TRIAL_DAYS } from './free-period'
import { giveFreeMonths } from './give-free-months.server'

const house = useHouse()
const trialEnd = () => dayOf(new Date(house.clock.now().getTime() + TRIAL_DAYS * 24 * 3_600_000))

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
